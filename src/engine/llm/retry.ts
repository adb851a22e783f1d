import { setTimeout as delay } from 'node:timers/promises';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import {
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderFault,
  type ReplyPart,
} from './provider.ts';

/** Waits, and ends at once with the signal's reason when it is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Number of retries left within one turn. All calls of the turn share it. */
export class RetryBudget {
  #left: number;
  #hasRetriedSilence = false;

  constructor(retries: number) {
    this.#left = retries;
  }

  get left(): number {
    return this.#left;
  }

  /** Allows one retry a turn after a silent or endless call, so that a dead model is not waited for again and again. */
  takeAfterSilence(): boolean {
    if (this.#hasRetriedSilence) return false;
    this.#hasRetriedSilence = true;
    return this.take();
  }

  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
}

export type RetryPolicy = {
  readonly budget: RetryBudget;
  /** The most times one call is made, the first included. */
  readonly attempts: number;
  /** The first wait; each further one is twice as long. */
  readonly baseMs: number;
  readonly maxMs: number;
  /** A provider that asks for a longer pause than this is not waited for. */
  readonly patienceMs: number;
  readonly random: KeyedRandom;
  readonly sleep: Sleep;
};

export const RETRY_DEFAULTS = { attempts: 4, baseMs: 500, maxMs: 8000, patienceMs: 20_000 } as const;

/** Faults that were waited for: asking again may wait as long once more. */
const WAITED_OUT: readonly ProviderFault[] = ['stalled', 'timeout'];

/**
 * Asks again when asking again may help: with growing, jittered pauses, never sooner than the provider asked for, and
 * only as long as the turn's budget lasts. A silent or endless call is repeated once a turn at most. A reply whose text has already been passed on is never begun anew, unless
 * the caller says that it keeps nothing before the end.
 */
export function withRetry(provider: Provider, policy: RetryPolicy): Provider {
  return { ...provider, stream: (request) => stubborn(provider, request, policy) };
}

async function* stubborn(
  provider: Provider,
  request: ModelRequest,
  policy: RetryPolicy,
): AsyncGenerator<ReplyPart> {
  for (let attempt = 1; ; attempt += 1) {
    const passedOn = { any: false };
    try {
      const parts = provider.stream(request);
      yield* noted(request.restartable === true ? held(parts) : parts, passedOn);
      return;
    } catch (error) {
      const wait = passedOn.any ? null : waitBefore(error, attempt, policy);
      if (wait === null || !mayRetry(error, policy.budget)) throw error;
      await policy.sleep(wait, request.signal);
    }
  }
}

async function* noted(
  parts: AsyncIterable<ReplyPart>,
  passedOn: { any: boolean },
): AsyncGenerator<ReplyPart> {
  for await (const part of parts) {
    passedOn.any = true;
    yield part;
  }
}

/** Passes a reply on only when it is complete. */
async function* held(parts: AsyncIterable<ReplyPart>): AsyncGenerator<ReplyPart> {
  yield* await Array.fromAsync(parts);
}

function mayRetry(error: unknown, budget: RetryBudget): boolean {
  const isSilence = error instanceof ProviderError && WAITED_OUT.includes(error.fault);
  return isSilence ? budget.takeAfterSilence() : budget.take();
}

/** Returns the wait before the next attempt, or null when the call should not be retried. */
function waitBefore(error: unknown, attempt: number, policy: RetryPolicy): number | null {
  if (!(error instanceof ProviderError) || !error.retryable || attempt >= policy.attempts) return null;
  const asked = error.retryAfterMs ?? 0;
  if (asked > policy.patienceMs) return null;
  const grown = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1));
  const jittered = grown / 2 + policy.random.below(Math.max(1, Math.ceil(grown / 2) + 1));
  return Math.max(asked, jittered);
}

/** Real waiting. */
export const sleep: Sleep = async (milliseconds, signal) => {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};
