import type { NewId } from '#engine/kit/new-id.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import type { CallFigures } from '#engine/store/model-calls.ts';

/** Whose calls these are: the session pays, under the turn they were made for. */
export type Payer = {
  readonly sessionId: string;
  readonly turnId: string;
  readonly attempt: number;
};

/** Writes down what each call cost as soon as it ends: it was paid for, whatever becomes of the turn. */
export type CallLedger = {
  readonly enter: (call: CallRecord) => void;
  /** Resolves when all of it is written; rejects when some of it could not be. */
  readonly written: () => Promise<void>;
};

/** `payer` is written beside each call: a turn, or whatever else asked a model. */
export function callLedger<Paying extends object>(
  calls: { readonly add: (call: CallFigures & Paying) => Promise<void> },
  payer: Paying,
  newId: NewId,
): CallLedger {
  const writing: Promise<void>[] = [];
  return {
    enter(call) {
      const written = calls.add({ ...payer, ...figuresOf(call, newId()) });
      // Whoever asks `written` hears of a failure; until then it must not count as unheard.
      written.catch(() => {});
      writing.push(written);
    },
    written: async () => {
      await Promise.all(writing);
    },
  };
}

/** A call as the store keeps it. */
function figuresOf(call: CallRecord, id: string): CallFigures {
  const { step, purpose, modelKey, provider, usage, cost, firstDeltaMs, durationMs, end, startedAt } = call;
  return {
    id,
    step,
    purpose,
    modelKey,
    provider,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    cacheWriteTokens: usage?.cacheWriteTokens ?? 0,
    cacheReadTokens: usage?.cacheReadTokens ?? 0,
    costUsd: cost === 'unknown' ? null : cost,
    firstDeltaMs,
    durationMs,
    ending: end.type,
    createdAt: startedAt,
  };
}
