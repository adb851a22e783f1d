import { afterEach, expect, it } from 'vitest';
import type { TurnEvent } from '#engine/live/turn-event.ts';
import { parseTurnEvent } from '#engine/live/turn-event.ts';
import { MAX_TAKEOVER_ATTEMPTS } from '#engine/store/leases.ts';
import { openEngine } from '../../support/engine.ts';
import { complaintsAbout } from '../../support/integrity.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, finishLeftTurns, playAtQuay, send } from '../../support/quay.ts';
import { temporaryFolder } from '../../support/stores.ts';

const WORDS = 'I force the drawer open before anybody sees me.';
const TWO_HOURS = 7_200_000;

const folder = temporaryFolder();
let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(async () => {
  await engine.close();
  folder.remove();
});

/** Plays until a step is asked, and holds it there: the lease runs out, as that of a server that is gone. */
async function holdAt(step: string) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let ahead = 0;
  let isHeld = false;
  engine = await openEngine({
    clock: () => new Date(Date.now() + ahead),
    provider: watchedStoryteller(async (request) => {
      if (isHeld || request.step !== step || Object(request.input).playerText !== WORDS) return;
      isHeld = true;
      reached.resolve();
      await released.promise;
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const turn = await send(engine, sessionId, 'left', WORDS);
  await reached.promise;
  return {
    sessionId,
    turn,
    expire: () => {
      ahead = TWO_HOURS;
    },
    release: released.resolve,
  };
}

const eventsOf = async (sessionId: string, turnId: string): Promise<readonly TurnEvent[]> =>
  (await engine.store.events.after(sessionId, 0, 1_000))
    .filter((row) => row.turnId === turnId)
    .map(parseTurnEvent);

it('finishes a turn of a server that is gone: replies are fed back, dice fall the same, one scene is made', async () => {
  const { sessionId, turn, expire, release } = await holdAt('narrate');
  const askedBefore = engine.asked.length;
  const kept = () => engine.store.replies.ofTurn(turn.id);
  await expect.poll(kept, { timeout: 30_000 }).not.toEqual([]);
  expire();
  await engine.turns.sweep({ atStart: false });
  const second = await engine.store.turns.find(turn.id);
  expect(second).toMatchObject({ status: 'running', attempt: 2 });
  await expect
    .poll(async () => (await engine.store.turns.find(turn.id))?.status, { timeout: 30_000 })
    .toBe('committed');

  // What had been answered is not asked again.
  const asked = engine.asked.slice(askedBefore).map(({ step }) => step);
  expect(asked).not.toContain('read');
  expect(asked).toContain('narrate');
  const events = await eventsOf(sessionId, turn.id);
  const of = (attempt: number, type: string) =>
    events.filter(({ body }) => body.type === type && body.attempt === attempt).map(({ body }) => body);
  expect(of(1, 'narration-withdrawn')).toHaveLength(1);
  const dice = (attempt: number) =>
    of(attempt, 'dice-rolled').map((body) => ({ ...Object(body), attempt: null }));
  expect(dice(2)).toEqual(dice(1));
  expect(dice(1).length).toBeGreaterThan(0);

  // The first server was only slow: it can write nothing any more.
  release();
  await engine.turns.finished(turn.id);
  expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(2);
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  await engine.turns.sweep({ atStart: false });
  expect(await engine.store.replies.ofTurn(turn.id)).toEqual([]);
}, 60_000);

it('does not take over what still gives signs of life, nor what was taken over too often', async () => {
  const { sessionId, turn, expire, release } = await holdAt('read');
  await engine.turns.sweep({ atStart: false });
  expect(await engine.store.turns.find(turn.id)).toMatchObject({ status: 'running', attempt: 1 });

  expire();
  const far = new Date(Date.now() + 2 * TWO_HOURS);
  const withdrawal = () => ({
    turnId: turn.id,
    audience: 'player' as const,
    personaIds: null,
    type: 'narration-withdrawn',
    payload: { attempt: 1 },
    createdAt: far,
  });
  for (let attempt = 2; attempt <= MAX_TAKEOVER_ATTEMPTS; attempt += 1) {
    const { leases } = await engine.store.leases.takeOver({
      now: null,
      expiresAt: new Date(0),
      limit: 9,
      withdrawal,
    });
    expect(leases).toMatchObject([{ turn: { attempt }, isTakeover: true }]);
  }
  await engine.turns.sweep({ atStart: false });
  expect(await engine.store.turns.find(turn.id)).toMatchObject({
    status: 'failed',
    failure: { code: 'SERVER_LOST', retryable: true },
  });
  release();
  await engine.turns.finished(turn.id);
  expect(await playAtQuay(engine, sessionId, 'left', WORDS)).toMatchObject({ status: 'committed' });
  await finishLeftTurns(engine);
}, 60_000);
