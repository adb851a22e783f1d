import { afterEach, expect, it } from 'vitest';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { openEngine } from '../../support/engine.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../../support/quay.ts';

const SLOW = 'I read the whole ledger, slowly.';
const TWO_HOURS = 7_200_000;

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('keeps nothing but the recording of a turn that lost its session to another, and begins it anew from where the story stands', async () => {
  let ahead = 0;
  let reached = () => {};
  const isReached = new Promise<void>((settle) => {
    reached = settle;
  });
  let letGo = () => {};
  const isLetGo = new Promise<void>((settle) => {
    letGo = settle;
  });
  let isHeld = true;
  engine = await openEngine({
    clock: () => new Date(Date.now() + ahead),
    provider: watchedStoryteller(async ({ step, input }) => {
      if (!isHeld || step !== 'narrate' || Object(input).playerText !== SLOW) return;
      isHeld = false;
      reached();
      await isLetGo;
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const { store } = engine;
  const slow = await send(engine, sessionId, 'slow', SLOW);
  await isReached;
  // Its server was as good as gone: the lease has run out, and somebody else plays on.
  ahead = TWO_HOURS;
  const quick = await playAtQuay(engine, sessionId, 'quick', 'I wait.');
  expect(quick).toMatchObject({ status: 'committed', attempt: 1 });
  expect(await store.turns.find(slow.id)).toMatchObject({
    status: 'failed',
    failure: { code: 'SERVER_LOST', retryable: true },
  });
  const stands = await store.sessions.find(sessionId);
  const told = engine.asked.length;

  letGo();
  await engine.turns.finished(slow.id);
  expect(await store.sessions.find(sessionId)).toMatchObject({
    currentSceneId: stands?.currentSceneId,
    sceneIndex: stands?.sceneIndex,
  });
  await expect
    .poll(() => store.turns.recording(slow.id, 1))
    .toMatchObject({ outcome: { type: 'failed', failure: { code: 'LEASE_LOST' } } });
  const scene = await store.scenes.find(stands?.currentSceneId ?? '');
  expect(scene?.turnId).toBe(quick.id);

  const again = await playAtQuay(engine, sessionId, 'slow', SLOW);
  expect(again).toMatchObject({ id: slow.id, status: 'committed', attempt: 2, baseSceneId: scene?.id });
  expect((await store.sessions.find(sessionId))?.sceneIndex).toBe((stands?.sceneIndex ?? 0) + 1);
  const asked = engine.asked.slice(told).filter(({ step }) => step === 'read');
  expect(asked.map(({ input }) => Object(input).playerText)).toEqual([SLOW]);
}, 60_000);

it('keeps the recordings of both attempts when a turn is called off elsewhere and sent again at once', async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  engine = await openEngine({
    provider: watchedStoryteller(async ({ step, input }) => {
      if (!isFirst || step !== 'narrate' || Object(input).playerText !== SLOW) return;
      isFirst = false;
      reached.resolve();
      await released.promise;
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const { store } = engine;
  const { id } = await send(engine, sessionId, 'slow', SLOW);
  await reached.promise;
  const at = new Date();
  // As another server does it, from which no word has come here yet.
  await store.leases.callOff(id, at, (turn) =>
    toTurnEventRow(turn.id, { type: 'turn-cancelled', attempt: turn.attempt }, at),
  );
  expect(await playAtQuay(engine, sessionId, 'slow', SLOW)).toMatchObject({
    attempt: 2,
    status: 'committed',
  });
  released.resolve();

  await expect
    .poll(() => store.turns.recording(id, 1))
    .toMatchObject({ turn: { attempt: 1 }, outcome: { failure: { code: 'LEASE_LOST' } } });
  expect(await store.turns.recording(id, 2)).toMatchObject({ turn: { attempt: 2 } });
  expect(await store.turns.find(id)).toMatchObject({ attempt: 2, status: 'committed' });
}, 60_000);
