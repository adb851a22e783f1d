import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';

/** How long a model may keep silent, and how long it may take in all. */
export type InactivityLimits = {
  /** Until the first sign of life. */
  readonly firstMs: number;
  /** Between two signs of life. */
  readonly idleMs: number;
  /** A reply that drips for ever is cut here, however lively it is. */
  readonly totalMs: number;
};

export const INACTIVITY_DEFAULTS: InactivityLimits = { firstMs: 60_000, idleMs: 20_000, totalMs: 300_000 };

/** Cuts a reply that has stalled, and stops the request behind it. */
export function withInactivityLimit(provider: Provider, limits: InactivityLimits): Provider {
  return { ...provider, stream: (request) => watched(provider, request, limits) };
}

async function* watched(
  provider: Provider,
  request: ModelRequest,
  limits: InactivityLimits,
): AsyncGenerator<ReplyPart> {
  const watch = new Watch(provider.id, limits, request.signal);
  const inner = provider.stream({ ...request, signal: watch.signal, onActivity: () => watch.heard() });
  const parts = inner[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await watch.orCut(parts.next());
      if (next.done === true) return;
      // A slow reader is not a silent model.
      watch.pause();
      yield next.value;
      watch.heard();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw watch.cut ?? error;
  } finally {
    watch.stop();
    // Not awaited: a provider that stalls may stall here, too.
    void parts.return?.()?.catch(() => {});
  }
}

/** The clock beside one reply. */
class Watch {
  readonly #limits: InactivityLimits;
  readonly #provider: string;
  readonly #stall = new AbortController();
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  readonly signal: AbortSignal;
  readonly #aborted: Promise<never>;

  constructor(provider: string, limits: InactivityLimits, outer: AbortSignal) {
    this.#provider = provider;
    this.#limits = limits;
    this.signal = AbortSignal.any([outer, this.#stall.signal]);
    this.#aborted = new Promise((_resolve, reject) => {
      const end = () => reject(this.signal.reason);
      if (this.signal.aborted) end();
      else this.signal.addEventListener('abort', end, { once: true });
    });
    this.#aborted.catch(() => {});
    this.#total = setTimeout(() => this.#end('timeout', 'took too long over its reply'), limits.totalMs);
    this.#idle = this.#silence(limits.firstMs);
  }

  /** The error the reply was cut with, if it was. */
  get cut(): ProviderError | null {
    return this.#stall.signal.aborted ? (this.#stall.signal.reason as ProviderError) : null; // only #end aborts it
  }

  orCut<Value>(next: Promise<Value>): Promise<Value> {
    return Promise.race([next, this.#aborted]);
  }

  heard(): void {
    this.pause();
    this.#idle = this.#silence(this.#limits.idleMs);
  }

  pause(): void {
    clearTimeout(this.#idle);
  }

  stop(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    if (!this.signal.aborted) this.#stall.abort(new ProviderError('the reply is over', { retryable: false }));
  }

  #silence(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#end('stalled', 'went silent'), milliseconds);
  }

  #end(fault: 'stalled' | 'timeout', what: string): void {
    this.#stall.abort(new ProviderError(`${this.#provider} ${what}.`, { retryable: true, fault }));
  }
}
