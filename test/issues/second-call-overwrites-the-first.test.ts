import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { promptedNarrator } from '../support/prompted-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { cameTo } from '../support/story.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const RISK = 'I sneak past the clerk.';
const PROSE =
  'The lamp by the door gutters and comes back. Somebody on the stairs coughs twice and thinks better of a third time.';

it('keeps what the rules decided when the narrator proposes changes of its own', async () => {
  engine = await openEngine({
    provider: promptedNarrator({
      [RISK]: {
        prose: PROSE,
        outcome: { operations: [{ op: 'set_scene', noise: 'loud' }], summary_update: 'It was loud.' },
      },
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const before = (await cameTo(engine.store, globalIdOf('Session', sessionId))).snapshot;
  await playAtQuay(engine, sessionId, 'a', RISK);
  const { snapshot, rolls } = await cameTo(engine.store, globalIdOf('Session', sessionId));

  expect(rolls).toHaveLength(1);
  expect(Object.keys(before.failureStreaks)).toHaveLength(0);
  expect(Object.keys(snapshot.failureStreaks)).toHaveLength(1);
  expect(snapshot.scene.noise).toBe('loud');
  expect(snapshot.runningSummary).toContain('It was loud.');
}, 60_000);
