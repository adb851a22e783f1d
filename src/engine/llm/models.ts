import type { Clock } from '#engine/util/clock.ts';
import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Secret } from '#engine/util/secret.ts';
import { estimatePromptTokens } from './budget.ts';
import type { ModelCatalogue, ModelEntry } from './catalogue.ts';
import { INACTIVITY_DEFAULTS, type InactivityLimits, withInactivityLimit } from './inactivity.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { createAnthropicProvider } from './providers/anthropic.ts';
import { createOpenAIProvider } from './providers/openai.ts';
import {
  BREAKER_DEFAULTS,
  type BreakerLimits,
  CircuitBreaker,
  withCircuitBreaker,
} from './wrappers/circuit-breaker.ts';
import { ReasoningHabit } from './wrappers/strip-reasoning.ts';

/** Characters a reply may have for each token of `maxTokens`. Prose has about 4; white space in JSON may have more. */
const CHARACTERS_PER_TOKEN = 8;
/** Characters any reply may have, however few tokens were asked for: a server that ignores the limit is not cut at once. */
const LEAST_CHARACTERS = 8_000;

/** Returns the most characters a reply to a request with this limit may have. */
export function countReplyCharacters(maxTokens: number): number {
  return Math.max(LEAST_CHARACTERS, maxTokens * CHARACTERS_PER_TOKEN);
}

/**
 * Ends a reply as `length` when it has more characters than its `maxTokens` can explain, and closes the connection. The text up to
 * there is kept. The usage of such a reply is estimated, because the model never states it.
 */
function withReplyCap(provider: Provider, countTokens: CountTokens): Provider {
  return { ...provider, stream: (request) => streamCapped(provider, request, countTokens) };
}

async function* streamCapped(
  provider: Provider,
  request: ModelRequest,
  countTokens: CountTokens,
): AsyncGenerator<ReplyPart> {
  const most = countReplyCharacters(request.maxTokens);
  let text = '';
  let isCut = false;
  for await (const part of provider.stream(request)) {
    if (part.type === 'reply-end') {
      yield part;
      return;
    }
    const fitting = part.text.slice(0, most - text.length);
    text += fitting;
    if (fitting !== '') yield { type: 'text-delta', text: fitting };
    isCut = fitting.length < part.text.length;
    // Leaving the loop closes the connection.
    if (isCut) break;
  }
  // A stream without an end is a fault of the provider, which the caller reports.
  if (!isCut) return;
  const usage = {
    inputTokens: estimatePromptTokens(request, countTokens),
    outputTokens: countTokens(text),
    cacheWriteTokens: 0,
    cacheReadTokens: 0,
  };
  yield { type: 'reply-end', reason: 'length', usage };
}

export type Tier = 'small' | 'large';

/** The two models a session plays with: one that is quick and cheap, one that writes. */
export type ModelTiers = Readonly<Record<Tier, Provider>>;

/** Error of a token count, as shares of the true count; `unmeasured` where the true count cannot be had offline. */
export type CountingError = { readonly mean: number; readonly worst: number } | 'unmeasured';

/** The best way to count a model's tokens without asking it. */
type TokenCounter = { readonly count: CountTokens; readonly error: CountingError };

export function createTokenCounter(entry: ModelEntry): TokenCounter {
  return {
    count: (text) => Math.ceil(estimateTokens(text) * entry.tokenScale),
    error: entry.tokenError ?? 'unmeasured',
  };
}

/** Model that is ready to be called: its entry, its provider, and the means to count its tokens. */
export type OpenModel = {
  readonly key: string;
  readonly entry: ModelEntry;
  readonly provider: Provider;
  readonly countTokens: CountTokens;
  /** Its context window in its own tokens; null when it is not known. A prompt and its reply have to fit into it. */
  readonly contextWindow: number | null;
  /** Knowledge of how the model's replies begin, shared by all callers; absent when nothing is known. */
  readonly thoughts?: ReasoningHabit;
};

export type ModelListing = { readonly key: string; readonly entry: ModelEntry; readonly usable: boolean };

/** Reports a key that names no model usable here. `usable` lists the keys that are. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
  readonly retryable = false;
  readonly key: string;
  readonly reason: 'unknown-key' | 'no-credentials';
  readonly usable: readonly string[];

  constructor(key: string, missing: string | null, usable: readonly string[]) {
    const what =
      missing === null
        ? `There is no model called ${key}.`
        : `The model ${key} needs ${missing}, which is not set.`;
    super(`${what} Usable here: ${usable.join(', ')}.`);
    this.key = key;
    this.reason = missing === null ? 'unknown-key' : 'no-credentials';
    this.usable = usable;
  }
}

/** The models of this server. */
export type Models = {
  readonly list: () => readonly ModelListing[];
  /** Throws `ModelUnavailable` for a key that is unknown or has no credentials. */
  readonly open: (key: string) => OpenModel;
  /** Returns the key a tier uses when none was chosen: the best model that is usable here. */
  readonly preferred: (tier: Tier) => string;
};

export type ModelsOptions = {
  readonly catalogue: ModelCatalogue;
  /** The value of an environment variable that holds a key, or null when it is not set. */
  readonly credential: (variable: string) => Secret | null;
  /** The storyteller that needs no language model. */
  readonly offline: Provider;
  readonly clock: Clock;
  /** Limits for models whose catalogue entry states none of its own. */
  readonly inactivity?: InactivityLimits;
  readonly breaker?: BreakerLimits;
};

const PREFERENCES: Readonly<Record<Tier, readonly string[]>> = {
  small: ['claude-haiku', 'gpt-luna', 'google-pro', 'deepseek-v32', 'offline'],
  large: ['claude-sonnet', 'gpt-sol', 'google-pro', 'deepseek-pro', 'offline'],
};

/** Opens every model of a catalogue. All callers reach a model through the same circuit breaker. */
export function openModels(options: ModelsOptions): Models {
  const { catalogue, credential } = options;
  const opened = new Map<string, OpenModel>();
  const usable = ({ credential: variable }: ModelEntry) => variable === null || credential(variable) !== null;
  const list = () => [...catalogue].map(([key, entry]) => ({ key, entry, usable: usable(entry) }));
  const usableKeys = () => list().flatMap((listing) => (listing.usable ? [listing.key] : []));

  const open = (key: string): OpenModel => {
    const known = opened.get(key);
    if (known !== undefined) return known;
    const entry = catalogue.get(key);
    if (entry === undefined) throw new ModelUnavailable(key, null, usableKeys());
    if (!usable(entry)) throw new ModelUnavailable(key, entry.credential, usableKeys());
    const countTokens = createTokenCounter(entry).count;
    const model = {
      key,
      entry,
      provider: guardProvider(entry, options, countTokens),
      countTokens,
      contextWindow: entry.contextWindow,
      thoughts: new ReasoningHabit(entry.beginsInThought),
    };
    opened.set(key, model);
    return model;
  };

  return {
    list,
    open,
    preferred(tier) {
      const keys = usableKeys();
      return PREFERENCES[tier].find((key) => keys.includes(key)) ?? 'offline';
    },
  };
}

function guardProvider(entry: ModelEntry, options: ModelsOptions, countTokens: CountTokens): Provider {
  if (entry.provider === 'offline') return withReplyCap(options.offline, countTokens);
  const breaker = new CircuitBreaker(options.clock, options.breaker ?? BREAKER_DEFAULTS);
  const limits = limitsOfEntry(entry, options.inactivity ?? INACTIVITY_DEFAULTS);
  const limited = withInactivityLimit(connect(entry, options), limits);
  return withCircuitBreaker(withReplyCap(limited, countTokens), breaker);
}

/** Returns the server's limits, overridden by those the model's own entry states. */
function limitsOfEntry({ timeouts = {} }: ModelEntry, server: InactivityLimits): InactivityLimits {
  const { firstTokenSeconds, betweenTokensSeconds, callSeconds } = timeouts;
  return {
    firstTokenMs: toMilliseconds(firstTokenSeconds) ?? server.firstTokenMs,
    betweenTokensMs: toMilliseconds(betweenTokensSeconds) ?? server.betweenTokensMs,
    wholeCallMs: toMilliseconds(callSeconds) ?? server.wholeCallMs,
  };
}

function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

function connect(entry: ModelEntry, { credential, clock }: ModelsOptions): Provider {
  const apiKey = entry.credential === null ? null : (credential(entry.credential)?.reveal() ?? null);
  if (entry.provider === 'openai') return createOpenAIProvider({ entry, apiKey, clock });
  return createAnthropicProvider({ entry, apiKey: apiKey ?? '', clock });
}
