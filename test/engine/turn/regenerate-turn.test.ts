import { afterEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { playAtQuay } from '../../support/quay.ts';
import { type StepScript, scriptedSteps } from '../../support/step-script.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;

afterEach(() => engine?.close());

async function playedTurn(provider?: Provider) {
  engine = await openEngine(provider === undefined ? {} : { provider });
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  const { sessionId } = started;
  const submitted = await engine.turns.submit({
    sessionId,
    actionId: 'a',
    input: createStoryInput('I wait.'),
  });
  if (!('submission' in submitted)) throw new Error(submitted.claim);
  return engine.turns.finished(submitted.turn.id);
}

it('keeps every telling, goes on with the newest, and changes nothing of the world', async () => {
  const turn = await playedTurn();
  const sceneId = turn.sceneId ?? '';
  const before = (await engine.store.scenes.snapshots([sceneId])).get(sceneId);
  const first = (await engine.store.scenes.find(sceneId))?.narration;
  const told = await engine.tellings.regenerate(turn.id);
  if (isRejection(told)) throw new Error(told.reason);

  expect(told.version).toBe(2);
  expect(told.narration).not.toBe(first);
  expect(await engine.store.scenes.find(sceneId)).toMatchObject({
    narration: told.narration,
    narrationVersion: 2,
  });
  expect((await engine.store.scenes.snapshots([sceneId])).get(sceneId)).toEqual(before);
  expect(await engine.tellings.choose(sceneId, 1)).toMatchObject({ version: 1, narration: first });
  expect((await engine.store.scenes.find(sceneId))?.narration).toBe(first);
  expect(await engine.tellings.choose(sceneId, 9)).toMatchObject({ rejected: 'unknown-version' });
  const events = await engine.store.events.after(turn.sessionId, 0, 1_000);
  expect(events.filter(({ type }) => type === 'narration-chosen')).toHaveLength(2);
});

it('tells nothing again that was never told', async () => {
  const turn = await playedTurn();
  const asked = await engine.turns.submit({
    sessionId: turn.sessionId,
    actionId: 'b',
    input: createStoryInput('What do I carry?', { mode: 'DM' }),
  });
  if (!('submission' in asked)) throw new Error(asked.claim);
  const answered = await engine.turns.finished(asked.turn.id);

  expect(answered).toMatchObject({ status: 'answered', sceneId: null });
  expect(await engine.tellings.regenerate(answered.id)).toMatchObject({ rejected: 'not-committed' });
  expect(await engine.tellings.regenerate('nobody')).toMatchObject({ rejected: 'unknown-turn' });
});

it('leaves the prose of a branch alone that has gone on from the scene, and lets one that stands at it have it told again', async () => {
  const turn = await playedTurn();
  const sceneId = turn.sceneId ?? '';
  const narration = async () => (await engine.store.scenes.find(sceneId))?.narration;
  const branch = await engine.branches.forkSession({ sceneId, keepParentActive: false });
  if (isRejection(branch)) throw new Error(branch.reason);
  expect(await engine.tellings.regenerate(turn.id)).toMatchObject({ version: 2 });

  const before = await narration();
  await playAtQuay(engine, branch.id, 'b', 'I wait a little longer.');
  expect(await engine.tellings.regenerate(turn.id)).toMatchObject({ rejected: 'session-closed' });
  expect(await engine.tellings.choose(sceneId, 1)).toMatchObject({ rejected: 'session-closed' });
  expect(await narration()).toBe(before);
});

it('gives the storyteller the committed Outcome: its summary and what it put on record', async () => {
  const script: StepScript = new Map();
  script.set('record', () => ({
    say: JSON.stringify({
      summary: 'Ines waited while the tide turned.',
      events: [{ type: 'tide', summary: 'The tide turned at nine.', characters: [], sentence: 1 }],
    }),
  }));
  const turn = await playedTurn(scriptedSteps(script));
  await engine.tellings.regenerate(turn.id);
  const retold = engine.asked.findLast(({ step }) => step === 'retell');
  const prompt = retold?.messages.map(({ text }) => text).join('\n') ?? '';
  expect(prompt).toContain('In short: Ines waited while the tide turned.');
  expect(prompt).toContain('- The tide turned at nine.');
  const judged = engine.asked.findLast(({ step }) => step === 'judge');
  expect(JSON.stringify(judged?.input)).toContain('The tide turned at nine.');
});
