import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../../support/quay.ts';
import { played } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  const resolution = 'resolution: { kind: banded, stats: [nerve, wits] }';
  engine = await openEngine({ writePacks: askingQuay('full', resolution) });
});
afterAll(() => engine.close());

const RISK = createStoryInput('I force the drawer open before anybody sees me.');

it.each([
  ['rewound', 'session-continued'],
  ['ended', 'session-closed'],
] as const)('tells that a turn which waits is over when its session is %s', async (how, closing) => {
  const sessionId = await beginAtQuay(engine);
  const { sceneId } = await playAtQuay(engine, sessionId, 'a', 'I wait.');
  await playAtQuay(engine, sessionId, 'b', 'I wait a little more.');
  const waiting = await played(engine, sessionId, 'r', RISK);
  expect(waiting.status).toBe('awaiting-roll');
  const done =
    how === 'rewound'
      ? await engine.branches.rewindSession(sessionId, sceneId ?? '')
      : await engine.sittings.endSession(sessionId);
  if (isRejection(done)) throw new Error(done.reason);

  const told = (await engine.store.events.after(sessionId, 0, 900)).slice(-2);
  expect(told).toMatchObject([
    { type: 'turn-cancelled', turnId: waiting.id, audience: 'player', payload: { attempt: 1 } },
    { type: closing, turnId: null },
  ]);
  expect(told[1]?.sequence).toBe((told[0]?.sequence ?? 0) + 1);
  expect(await engine.store.turns.find(waiting.id)).toMatchObject({ status: 'cancelled' });
});
