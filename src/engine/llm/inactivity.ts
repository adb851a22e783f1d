import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';

/** Limits on the silence of a model and on the duration of one call. */
export type InactivityLimits = {
  /** Longest silence before the first text. Pings and thinking are signs of life and start it again. */
  readonly firstTokenMs: number;
  /** Longest silence after the first text. */
  readonly betweenTokensMs: number;
  /** Longest duration of the whole call, also of one that keeps sending. */
  readonly wholeCallMs: number;
};

/** Limits of a model whose settings and catalogue entry state none. */
export const INACTIVITY_DEFAULTS: InactivityLimits = {
  firstTokenMs: 60_000,
  betweenTokensMs: 20_000,
  wholeCallMs: 300_000,
};

/** The longest silence that can be set: Node itself ends a connection that is silent for longer. */
export const MAX_SILENT_SECONDS = 300;
export const MAX_CALL_SECONDS = 3600;

/** The settings the limits come from, as error messages name them. */
const SETTINGS: Readonly<Record<keyof InactivityLimits, string>> = {
  firstTokenMs: 'MODEL_FIRST_TOKEN_SECONDS',
  betweenTokensMs: 'MODEL_BETWEEN_TOKENS_SECONDS',
  wholeCallMs: 'MODEL_CALL_SECONDS',
};

/** Ends a call that is silent or takes too long, and closes its connection. */
export function withInactivityLimit(provider: Provider, limits: InactivityLimits): Provider {
  return { ...provider, stream: (request) => streamWatched(provider, request, limits) };
}

async function* streamWatched(
  provider: Provider,
  request: ModelRequest,
  limits: InactivityLimits,
): AsyncGenerator<ReplyPart> {
  const watch = new InactivityWatch(provider.id, limits, request.signal);
  const inner = provider.stream({ ...request, signal: watch.signal, onActivity: () => watch.noteActivity() });
  const parts = inner[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await watch.raceAgainstLimits(parts.next());
      if (next.done === true) return;
      // A slow reader is not a silent model.
      watch.pause();
      if (next.value.type === 'text-delta') watch.noteText();
      yield next.value;
      watch.resume();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw watch.timeout ?? error;
  } finally {
    watch.stop();
    // Not awaited: a provider that stalls may stall here, too.
    void parts.return?.()?.catch(() => {});
  }
}

/** The timers of one call. */
class InactivityWatch {
  readonly #limits: InactivityLimits;
  readonly #provider: string;
  readonly #abort = new AbortController();
  readonly #wholeCall: NodeJS.Timeout;
  #silence: NodeJS.Timeout | null = null;
  #isPaused = false;
  #hasText = false;
  readonly signal: AbortSignal;
  readonly #aborted: Promise<never>;

  constructor(provider: string, limits: InactivityLimits, outer: AbortSignal) {
    this.#provider = provider;
    this.#limits = limits;
    this.signal = AbortSignal.any([outer, this.#abort.signal]);
    this.#aborted = new Promise((_resolve, reject) => {
      const end = () => reject(this.signal.reason);
      if (this.signal.aborted) end();
      else this.signal.addEventListener('abort', end, { once: true });
    });
    this.#aborted.catch(() => {});
    this.#wholeCall = setTimeout(() => this.#end('timeout', 'wholeCallMs'), limits.wholeCallMs);
    this.noteActivity();
  }

  /** The error the call was ended with, if a limit ended it. */
  get timeout(): ProviderError | null {
    return this.#abort.signal.aborted ? (this.#abort.signal.reason as ProviderError) : null; // only #end and stop abort it
  }

  raceAgainstLimits<Value>(next: Promise<Value>): Promise<Value> {
    return Promise.race([next, this.#aborted]);
  }

  noteText(): void {
    this.#hasText = true;
  }

  noteActivity(): void {
    // Bytes may arrive while the reader is busy with an earlier part.
    if (this.#isPaused || this.signal.aborted) return;
    this.#clearSilence();
    const limit = this.#hasText ? 'betweenTokensMs' : 'firstTokenMs';
    this.#silence = setTimeout(() => this.#end('stalled', limit), this.#limits[limit]);
  }

  pause(): void {
    this.#isPaused = true;
    this.#clearSilence();
  }

  resume(): void {
    this.#isPaused = false;
    this.noteActivity();
  }

  stop(): void {
    this.#clearSilence();
    clearTimeout(this.#wholeCall);
    if (!this.signal.aborted) this.#abort.abort(new ProviderError('the reply is over', { retryable: false }));
  }

  #clearSilence(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
  }

  #end(fault: 'stalled' | 'timeout', limit: keyof InactivityLimits): void {
    const seconds = this.#limits[limit] / 1000;
    const what = limit === 'wholeCallMs' ? 'was not done after' : 'sent nothing for';
    const message = `${this.#provider} ${what} ${seconds} s (${SETTINGS[limit]}).`;
    this.#abort.abort(new ProviderError(message, { retryable: true, fault }));
  }
}
