import { watchBySse } from '../../test/support/graphql-clients.ts';
import type { PacedModels } from './paced-models.ts';
import type { RecordedTurn } from './recorded-replies.ts';
import { playRecorded, type WiredEngine } from './wired-engine.ts';

/** When a client heard what, in milliseconds from submit. */
export type TimedTurn = {
  readonly firstWord: number;
  readonly lastWord: number;
  readonly choices: number;
  readonly committed: number;
  /** The steps a model was asked for, in order. */
  readonly steps: readonly string[];
};

/** Plays a turn while a client listens over server-sent events. */
export async function timeTurn(
  engine: WiredEngine,
  models: PacedModels,
  sessionId: string,
  turn: RecordedTurn,
): Promise<TimedTurn> {
  const live = watchBySse(engine.url, Buffer.from(`Session:${sessionId}`).toString('base64'));
  const heard: { readonly type: string; readonly at: number }[] = [];
  // Waits for the end of what was played before, which a new client is told first.
  await live.until(({ __typename }) => __typename === 'TurnCommitted');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const seen = live.events.length;
  const over = live.until((event) => {
    const index = live.events.indexOf(event);
    if (index < seen) return false;
    heard.push({ type: event.__typename, at: performance.now() });
    return event.__typename === 'TurnCommitted';
  });
  const callsBefore = models.calls.length;
  const begun = performance.now();
  await playRecorded(engine, models, sessionId, turn);
  await over;
  live.stop();
  const steps = models.calls.slice(callsBefore).map(({ step }) => step);
  const at = (found: { readonly at: number } | undefined) => (found?.at ?? Number.NaN) - begun;
  return {
    firstWord: at(heard.find(({ type }) => type === 'NarrationDelta')),
    lastWord: at(heard.findLast(({ type }) => type === 'NarrationDelta')),
    choices: at(heard.find(({ type }) => type === 'ChoicesOffered')),
    committed: at(heard.find(({ type }) => type === 'TurnCommitted')),
    steps,
  };
}
