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

export const globalIdOf = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64');
