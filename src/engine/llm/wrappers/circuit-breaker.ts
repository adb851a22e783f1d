import type { Clock } from '#engine/util/clock.ts';
import {
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderFault,
  type ReplyPart,
} from '../provider.ts';

/** The faults that say a provider is down; a refused key or a malformed request says nothing of the kind. */
const DOWN: ReadonlySet<ProviderFault> = new Set([
  'server-error',
  'overloaded',
  'timeout',
  'connection-lost',
  'stalled',
]);

export type BreakerLimits = {
  /** So many failures in a row open the circuit. */
  readonly failures: number;
  /** So long it stays open before one call may try. */
  readonly coolDownMs: number;
};

export const BREAKER_DEFAULTS: BreakerLimits = { failures: 5, coolDownMs: 30_000 };

type State =
  | { readonly type: 'closed'; readonly failures: number }
  | { readonly type: 'open'; readonly until: number }
  | { readonly type: 'trying' };

/** Remembers how a provider has been doing. One for each model, shared by every turn that uses it. */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #clock: Clock;
  #state: State = { type: 'closed', failures: 0 };

  constructor(clock: Clock, limits: BreakerLimits = BREAKER_DEFAULTS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get state(): State['type'] {
    return this.#state.type;
  }

  /** Lets a call through, or says how many milliseconds it should wait. */
  admit(): number | null {
    if (this.#state.type === 'closed') return null;
    const until = this.#state.type === 'open' ? this.#state.until : this.#now() + this.#limits.coolDownMs;
    if (this.#state.type === 'trying' || this.#now() < until) return Math.max(0, until - this.#now());
    this.#state = { type: 'trying' };
    return null;
  }

  succeeded(): void {
    this.#state = { type: 'closed', failures: 0 };
  }

  failed(): void {
    const failures = this.#state.type === 'closed' ? this.#state.failures + 1 : this.#limits.failures;
    this.#state =
      failures >= this.#limits.failures
        ? { type: 'open', until: this.#now() + this.#limits.coolDownMs }
        : { type: 'closed', failures };
  }

  /** Notes a call whose end says nothing about the provider's health. */
  inconclusive(): void {
    if (this.#state.type === 'trying') this.#state = { type: 'open', until: this.#now() };
  }

  #now(): number {
    return this.#clock().getTime();
  }
}

/** Stops asking a provider that is down, and lets one call try again after a while. */
export function withCircuitBreaker(provider: Provider, breaker: CircuitBreaker): Provider {
  return { ...provider, stream: (request) => protectedCall(provider, request, breaker) };
}

async function* protectedCall(
  provider: Provider,
  request: ModelRequest,
  breaker: CircuitBreaker,
): AsyncGenerator<ReplyPart> {
  const wait = breaker.admit();
  if (wait !== null) {
    const message = `${provider.id} failed repeatedly and is left alone for a while.`;
    throw new ProviderError(message, { retryable: true, fault: 'circuit-open', retryAfterMs: wait });
  }
  let judged = false;
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'reply-end') {
        judged = true;
        breaker.succeeded();
      }
      yield part;
    }
  } catch (error) {
    if (error instanceof ProviderError && DOWN.has(error.fault)) {
      judged = true;
      breaker.failed();
    }
    throw error;
  } finally {
    if (!judged) breaker.inconclusive();
  }
}
