import type { Json } from '#engine/kit/canonical-json.ts';

/** A stretch of system prompt. A block that ends a stable prefix says so, and providers that cache mark it. */
export type SystemBlock = { readonly text: string; readonly cacheable: boolean };

export type Message = { readonly role: 'user' | 'assistant'; readonly text: string };

/** One question to a model. */
export type ModelRequest = {
  /** Which step of the turn asks, and so which contract the answer keeps. */
  readonly step: string;
  readonly system: readonly SystemBlock[];
  readonly messages: readonly Message[];
  /** What the prompt was written from. The offline storyteller answers from this; language models read the prompt. */
  readonly input: Json;
  /** Fixes every free choice of a provider that can be fixed, so that a turn can be replayed. */
  readonly seed: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
};

export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
};

/** Why a reply ended: the model was done, ran into `maxTokens`, or would not answer. */
export type EndReason = 'finished' | 'length' | 'refused';

/** A piece of a reply. */
export type ReplyPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reply-end'; readonly reason: EndReason; readonly usage: Usage };

/**
 * The door to one model. A reply is any number of `text-delta` parts and then exactly one `reply-end`, or a
 * `ProviderError`; an aborted signal ends it with the signal's own reason. Retries, budgets and logs are wrappers of this same
 * contract, never part of an implementation.
 */
export type Provider = {
  /** Provider and model, as recorded with every call: `offline/storyteller`. */
  readonly id: string;
  readonly stream: (request: ModelRequest) => AsyncIterable<ReplyPart>;
};

/** A model outside did not do what the contract promises. `retryable` when asking again may help. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly retryable: boolean;

  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}
