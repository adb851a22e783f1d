import { afterEach, expect, it } from 'vitest';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { type StepScript, scriptedSteps } from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('keeps tellings that were not chosen out of the world, of the dice and of every later prompt', async () => {
  const script: StepScript = new Map();
  engine = await openEngine({ provider: scriptedSteps(script) });
  const sessionId = await beginAtQuay(engine);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I sneak past the clerk.');
  const before = await cameTo(engine.store, globalIdOf('Session', sessionId));
  const tellings = [1, 2, 3, 4].map((time) => `The stair creaks for the time numbered ${time}.`);
  for (const text of tellings) {
    script.set('retell', () => ({ say: text }));
    expect(isRejection(await engine.tellings.regenerate(turn.id))).toBe(false);
  }
  const after = await cameTo(engine.store, globalIdOf('Session', sessionId));
  const from = engine.asked.length;
  await playAtQuay(engine, sessionId, 'b', 'I wait.');
  const prompts = JSON.stringify(engine.asked.slice(from).map(({ system, messages }) => [system, messages]));

  expect({ ...after, narrations: [] }).toEqual({ ...before, narrations: [] });
  expect(tellings.filter((text) => prompts.includes(text))).toEqual([tellings[3]]);
  expect(prompts).not.toContain(before.narrations.at(-1)?.slice(0, 60));
  expect(await engine.store.narrations.narrationsOf(turn.sceneId ?? '')).toHaveLength(5);
});
