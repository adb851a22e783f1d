import type { ModelCallPolicy } from '#engine/llm/model-call-policy.ts';
import type { CallRecord, RecordCall } from '#engine/llm/recording.ts';
import { RetryBudget, sleep } from '#engine/llm/retry.ts';
import type { CallMetrics } from '#engine/store/model-usage.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { EngineServices } from './engine-services.ts';

/** Owner of the calls: the session pays, under the turn they were made for. */
export type CallOwner = {
  readonly sessionId: string;
  readonly turnId: string;
  readonly attempt: number;
};

/** Records the cost of each call when it has ended: it was paid for even when the turn fails. */
export type CallLedger = {
  /** `releaseReservations` runs when the cost is written, or could not be. */
  readonly enter: (call: CallRecord, releaseReservations: () => Promise<void>) => void;
  /** Resolves when all of it is written; rejects when some of it could not be. */
  readonly written: () => Promise<void>;
};

/** Batching delay for calls: those of one moment are written together, because each write has its price. */
const PATIENCE_MILLISECONDS = 25;

/** Creates a ledger. `payer` is written beside each call: a turn, or another caller of a model. */
export function createCallLedger<Paying extends object>(
  calls: { readonly add: (calls: readonly (CallMetrics & Paying)[]) => Promise<void> },
  payer: Paying,
  newId: NewId,
): CallLedger {
  const writing: Promise<void>[] = [];
  let pending: (CallMetrics & Paying)[] = [];
  let releases: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | null = null;
  const writeAndRelease = async (rows: typeof pending, released: typeof releases): Promise<void> => {
    try {
      await calls.add(rows);
    } finally {
      // A reservation that cannot be given up expires.
      await Promise.allSettled(released.map((release) => release()));
    }
  };
  const write = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.length === 0) return;
    const written = writeAndRelease(pending, releases);
    [pending, releases] = [[], []];
    // The caller of `written` receives a failure; until then it must not count as unhandled.
    written.catch(() => {});
    writing.push(written);
  };
  return {
    enter(call, releaseReservations) {
      pending.push({ ...payer, ...figuresOf(call, newId()) });
      releases.push(releaseReservations);
      timer ??= setTimeout(write, PATIENCE_MILLISECONDS);
    },
    written: async () => {
      write();
      await Promise.all(writing);
    },
  };
}

/** Converts a call to the form the store keeps. */
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

type Bounds = {
  /** Maximum number of retries for all calls together. */
  readonly retries: number;
  /** Names the pauses between attempts, so that they are the same whenever this is replayed. */
  readonly random: { readonly key: string; readonly label: string };
  /** Hears of each call beside the ledger. */
  readonly record?: RecordCall;
};

/**
 * Creates the policy for a session's model calls: its budget pays, its ledger records every attempt, and retries are limited.
 */
export async function createModelCallPolicy(
  { sessionId }: CallOwner,
  ledger: CallLedger,
  { retries, random, record }: Bounds,
  { budgetService, clock, sleep: pause = sleep }: EngineServices,
): Promise<ModelCallPolicy> {
  const budgetGuard = await budgetService.openSessionBudget(sessionId);
  return {
    budgetGuard,
    retries: new RetryBudget(retries),
    record: (call) => {
      record?.(call);
      ledger.enter(call, budgetGuard.takeSettled());
    },
    random: createKeyedRandom(random.key, random.label),
    sleep: pause,
    clock,
  };
}
