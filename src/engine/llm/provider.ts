import type { Json } from '#engine/util/canonical-json.ts';
import type { Secret } from '#engine/util/secret.ts';

/** Time a provider is asked to keep a cached prefix. Every use renews it. */
export type CacheTtl = '5m' | '1h';

/** Part of the system prompt. A block that ends a stable prefix says so, and providers that cache mark it. */
export type SystemBlock = { readonly text: string; readonly cacheable: boolean; readonly ttl?: CacheTtl };

export type Message = {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Everything up to the end of this message stays the same next turn; up to `stableLength` where it is given. */
  readonly cacheable?: boolean;
  /** Number of characters at its beginning that stay the same next turn; a provider that caches sends them as a block of their own. */
  readonly stableLength?: number;
  readonly ttl?: CacheTtl;
};

/** Splits a message into the part that stays the same next turn and the rest, which is empty where all of it stays. */
export function splitStable({ text, stableLength = text.length }: Message): readonly [string, string] {
  return [text.slice(0, stableLength), text.slice(stableLength)];
}

/** The shape a reply must have. Providers that can hold a model to a schema do; the prompt asks for it in any case. */
export type OutputSchema = { readonly name: string; readonly schema: { readonly [key: string]: Json } };

/** The place of a call among the calls of its step, as it is recorded. */
export type CallPurpose = 'ask' | 'repair' | 'retry';

/** One question to a model. */
export type ModelRequest = {
  /** Step of the turn that asks; it decides which contract the answer keeps. */
  readonly step: string;
  readonly system: readonly SystemBlock[];
  readonly messages: readonly Message[];
  /** Data the prompt was written from. The offline storyteller answers from this; language models read the prompt. */
  readonly input: Json;
  /** Fixes every free choice of a provider that can be fixed, so that a turn can be replayed. */
  readonly seed: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  readonly output?: OutputSchema;
  readonly purpose?: CallPurpose;
  /** The prompt files it was written with, for the record. */
  readonly prompts?: readonly { readonly id: string; readonly version: number; readonly hash: string }[];
  /** Only sent to models that take one. */
  readonly temperature?: number;
  /** The caller keeps nothing of a reply before its end, so a reply that breaks off may be asked for again. */
  readonly restartable?: boolean;
  /** Called whenever the provider hears anything at all from its model, also what makes no part of the reply. */
  readonly onActivity?: () => void;
};

export type Usage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
  /** Part of `cacheWriteTokens` that was written to be kept for an hour. */
  readonly cacheWriteHourTokens?: number;
};

/** Why a reply ended: the model was done, ran into `maxTokens`, or would not answer. */
export type EndReason = 'finished' | 'length' | 'refused';

/** A piece of a reply. */
export type ReplyPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reply-end'; readonly reason: EndReason; readonly usage: Usage };

/** Abilities of a provider's model beyond answering. */
export type Capabilities = {
  /** Replies can be held to a JSON Schema. */
  readonly structuredOutput: boolean;
};

/**
 * Access to one model. A reply is any number of `text-delta` parts and then exactly one `reply-end`, or a `ProviderError`. An
 * aborted signal ends it with the signal's own reason. Retries, budgets and logs are wrappers of this same contract, never part
 * of an implementation.
 */
export type Provider = {
  /** Provider and model, as recorded with every call: `offline/storyteller`. */
  readonly id: string;
  readonly stream: (request: ModelRequest) => AsyncIterable<ReplyPart>;
  /** None of them when absent. */
  readonly capabilities?: Capabilities;
};

/** Kinds of provider failure, in the words that recordings and fault reports use. */
export const PROVIDER_FAULTS = [
  'rate-limited',
  'overloaded',
  'server-error',
  'conflict',
  'timeout',
  'connection-lost',
  'stalled',
  'circuit-open',
  'unauthorized',
  'bad-request',
  'too-large',
  'not-found',
  'malformed-reply',
] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** Reports that a provider did not do what the contract promises. `retryable` when asking again may help. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly retryable: boolean;
  readonly fault: ProviderFault;
  readonly status: number | null;
  /** Time the provider asked to wait before the next call. */
  readonly retryAfterMs: number | null;
  /** The provider's own words, which may quote the prompt. Shown to callers that ask for them, and never logged. */
  readonly detail: Secret | null;

  constructor(
    message: string,
    options: {
      readonly retryable: boolean;
      readonly cause?: unknown;
      readonly fault?: ProviderFault;
      readonly status?: number;
      readonly retryAfterMs?: number;
      readonly detail?: Secret;
    },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.fault = options.fault ?? 'server-error';
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.detail = options.detail ?? null;
  }
}
