import type { NewId } from '#engine/kit/new-id.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import type { CallMetrics } from '#engine/store/model-usage.ts';

/** Whose calls these are: the session pays, under the turn they were made for. */
export type Payer = {
  readonly sessionId: string;
  readonly turnId: string;
  readonly attempt: number;
};

/** Writes down what each call cost when it has ended: it was paid for, whatever becomes of the turn. */
export type CallLedger = {
  readonly enter: (call: CallRecord) => void;
  /** Resolves when all of it is written; rejects when some of it could not be. */
  readonly written: () => Promise<void>;
};

/** How long a call waits for company: those of one moment are written together, for each write has its price. */
const PATIENCE_MILLISECONDS = 25;

/** `payer` is written beside each call: a turn, or whatever else asked a model. */
export function callLedger<Paying extends object>(
  calls: { readonly add: (calls: readonly (CallMetrics & Paying)[]) => Promise<void> },
  payer: Paying,
  newId: NewId,
): CallLedger {
  const writing: Promise<void>[] = [];
  let pending: (CallMetrics & Paying)[] = [];
  let timer: NodeJS.Timeout | null = null;
  const write = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.length === 0) return;
    const written = calls.add(pending);
    pending = [];
    // Whoever asks `written` hears of a failure; until then it must not count as unheard.
    written.catch(() => {});
    writing.push(written);
  };
  return {
    enter(call) {
      pending.push({ ...payer, ...figuresOf(call, newId()) });
      timer ??= setTimeout(write, PATIENCE_MILLISECONDS);
    },
    written: async () => {
      write();
      await Promise.all(writing);
    },
  };
}

/** A call as the store keeps it. */
function figuresOf(call: CallRecord, id: string): CallMetrics {
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
