import { createStoryInput, type TurnRecord } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, type openEngine } from './engine.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

/** A session of Lantern Quay whose opening is told. */
export async function beginAtQuay(engine: Engine): Promise<string> {
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  return started.sessionId;
}

/** Sends an action and gives the turn it started, or the one it already was. */
export async function send(
  engine: Engine,
  sessionId: string,
  actionId: string,
  text: string,
): Promise<TurnRecord> {
  const submission = await engine.turns.submit({ sessionId, actionId, input: createStoryInput(text) });
  if (!('submission' in submission)) throw new Error(submission.claim);
  return submission.turn;
}

export async function playAtQuay(
  engine: Engine,
  sessionId: string,
  actionId: string,
  text: string,
): Promise<TurnRecord> {
  return engine.turns.finished((await send(engine, sessionId, actionId, text)).id);
}

/** Takes over what a server left, as one does at its start, and waits until those turns have ended. */
export async function finishLeftTurns(engine: Engine): Promise<void> {
  await engine.turns.sweep({ atStart: true });
  const whole = { limit: 10_000, after: null, before: null, from: 'start' } as const;
  const { items } = await engine.store.campaigns.page(whole);
  const sessions = await engine.store.sessions.ofCampaigns(items.map(({ id }) => id));
  for (const { runningTurnId } of sessions) {
    if (runningTurnId !== null) await engine.turns.finished(runningTurnId);
  }
}

export const globalIdOf = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64');
