import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../../support/quay.ts';

const SLOW = 'I read the whole ledger, slowly.';
const TWO_HOURS = 7_200_000;

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('keeps nothing of a turn that lost its session to another, and begins it anew from where the story stands', async () => {
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
  const scene = await store.scenes.find(stands?.currentSceneId ?? '');
  expect(scene?.turnId).toBe(quick.id);

  const again = await playAtQuay(engine, sessionId, 'slow', SLOW);
  expect(again).toMatchObject({ id: slow.id, status: 'committed', attempt: 2, baseSceneId: scene?.id });
  expect((await store.sessions.find(sessionId))?.sceneIndex).toBe((stands?.sceneIndex ?? 0) + 1);
  const asked = engine.asked.slice(told).filter(({ step }) => step === 'interpret');
  expect(asked.map(({ input }) => Object(input).playerText)).toEqual([SLOW]);
}, 60_000);
