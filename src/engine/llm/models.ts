import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#engine/util/clock.ts';
import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Secret } from '#engine/util/secret.ts';
import { estimatePromptTokens } from './budget.ts';
import type { FoundModel, ModelCatalogue, ModelEntry } from './catalogue.ts';
import { LOCAL_SERVERS, recommendLocalModel } from './discover-local-models.ts';
import { INACTIVITY_DEFAULTS, type InactivityLimits, withInactivityLimit } from './inactivity.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from './provider.ts';
import { createAnthropicProvider } from './providers/anthropic.ts';
import { createOllamaProvider } from './providers/ollama.ts';
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

/** A model, and whether it can be used: its key is set, or its server answered within the last minute. */
export type ModelListing = {
  readonly key: string;
  readonly entry: ModelEntry;
  readonly usable: boolean;
  /** Whether it was found on this machine. */
  readonly isFound: boolean;
  /** Reason for a key that the provider refused; null when none is known. */
  readonly keyFault: string | null;
};

/** Reports a key that names no model usable here. `usable` lists the keys that are. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
  /** A server of this machine may be started meanwhile. */
  readonly retryable: boolean;
  readonly key: string;
  readonly reason: 'unknown-key' | 'no-credentials' | 'not-found-here';
  readonly usable: readonly string[];

  constructor(key: string, missing: string | null, usable: readonly string[]) {
    const isLocal = missing === null && LOCAL_KEY.test(key);
    super(`${describeMissing(key, missing, isLocal)} Usable here: ${usable.join(', ')}.`);
    this.key = key;
    this.reason = isLocal ? 'not-found-here' : missing === null ? 'unknown-key' : 'no-credentials';
    this.retryable = isLocal;
    this.usable = usable;
  }
}

/** Keys of models that are found, not listed; `local` means the best of them. */
const LOCAL_KEY = new RegExp(`^(local$|(${LOCAL_SERVERS.join('|')})/)`);

function describeMissing(key: string, missing: string | null, isLocal: boolean): string {
  if (missing !== null) return `The model ${key} needs ${missing}, which is not set.`;
  if (!isLocal) return `There is no model called ${key}.`;
  return `The model ${key} was not found on this machine. Start its server (Ollama, LM Studio, llama.cpp, vLLM or KoboldCpp) and load a model.`;
}

/** The models of this server. */
export type Models = {
  readonly list: () => readonly ModelListing[];
  /** Throws `ModelUnavailable` for a key that is unknown or has no credentials. */
  readonly open: (key: string) => OpenModel;
  /** Returns the key a tier uses when none was chosen: the best with a key, else the best of this machine, else offline. */
  readonly preferred: (tier: Tier) => string;
};

/** The models of this server, and what is known of those on this machine. */
export type ModelRegistry = Models & {
  /** Returns the best model found on this machine; null when there is none. */
  readonly recommended: () => FoundModel | null;
  /** Looks again for the models of this machine, unless that was done a moment ago. */
  readonly refresh: () => Promise<void>;
  /** Notes that a provider refused the key of these models. */
  readonly refuseKey: (sentTo: Pick<ModelEntry, 'credential' | 'baseUrl'>, reason: string) => void;
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
  /** Finds the models of this machine. Absent: none are looked for. */
  readonly discover?: () => Promise<readonly FoundModel[]>;
  /** Keeps what was found, so that sessions and replays know a model whose server is not running. */
  readonly foundModels?: FoundModelFile;
};

/** The models that were ever found on this machine. */
export type FoundModelFile = {
  readonly load: () => readonly FoundModel[];
  readonly save: (models: readonly FoundModel[]) => void;
};

/** A model without a key counts as usable for so long after its server answered. */
const ANSWERED_MILLISECONDS = 60_000;
/** Models of this machine are not looked for more often. */
const REFRESH_MILLISECONDS = 5_000;

const PREFERENCES: Readonly<Record<Tier, readonly string[]>> = {
  small: ['claude-haiku', 'gpt-luna', 'google-pro', 'deepseek-v32'],
  large: ['claude-sonnet', 'gpt-sol', 'google-pro', 'deepseek-pro'],
};

/** The models found on this machine, and when the server of each last answered. */
class LocalModels {
  #found: readonly FoundModel[] = [];
  readonly #known = new Map<string, FoundModel>();
  readonly #file: FoundModelFile | null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  readonly #answeredAt = new Map<string, number>();
  readonly #discover: NonNullable<ModelsOptions['discover']>;
  readonly #clock: Clock;

  constructor({ discover = async () => [], foundModels, clock }: ModelsOptions) {
    this.#discover = discover;
    this.#file = foundModels ?? null;
    this.#clock = clock;
    for (const model of foundModels?.load() ?? []) this.#known.set(model.key, model);
  }

  /** Returns the models that were there at the last look. */
  found(): readonly FoundModel[] {
    return this.#found;
  }

  /** Returns the models that were found at any time. */
  known(): readonly FoundModel[] {
    return [...this.#known.values()];
  }

  /** Returns a model that was found at any time. */
  find(key: string): FoundModel | undefined {
    return this.#known.get(key);
  }

  refresh(): Promise<void> {
    if (this.#now() - this.#lookedAt < REFRESH_MILLISECONDS) return Promise.resolve();
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  hasAnswered(key: string): boolean {
    return this.#now() - (this.#answeredAt.get(key) ?? Number.NEGATIVE_INFINITY) <= ANSWERED_MILLISECONDS;
  }

  noteAnswer(key: string): void {
    this.#answeredAt.set(key, this.#now());
  }

  noteSilence(key: string): void {
    this.#answeredAt.delete(key);
  }

  async #look(): Promise<void> {
    const found = await this.#discover();
    this.#lookedAt = this.#now();
    for (const { key } of this.#found) this.#answeredAt.delete(key);
    const isNew = found.some((model) => !isDeepStrictEqual(this.#known.get(model.key), model));
    for (const model of found) {
      this.noteAnswer(model.key);
      const before = this.#known.get(model.key)?.entry;
      // An entry stays the same object until something about it changes, for instance the window it was loaded with.
      const entry = isDeepStrictEqual(before, model.entry) ? (before ?? model.entry) : model.entry;
      this.#known.set(model.key, { ...model, entry });
    }
    this.#found = found;
    if (isNew) this.#file?.save([...this.#known.values()]);
  }

  #now(): number {
    return this.#clock().getTime();
  }
}

/** Names a key and the address it is sent to: one address may refuse what another accepts. */
function nameKey({ credential, baseUrl }: Pick<ModelEntry, 'credential' | 'baseUrl'>): string {
  return `${credential} ${baseUrl ?? ''}`;
}

/** Opens every model of a catalogue. All callers reach a model through the same circuit breaker. */
export function openModels(options: ModelsOptions): ModelRegistry {
  const { catalogue, credential } = options;
  const opened = new Map<string, OpenModel>();
  const local = new LocalModels(options);
  const keyFaults = new Map<string, string>();
  const hasKey = ({ credential: variable }: ModelEntry) => variable === null || credential(variable) !== null;
  const isUsable = (key: string, entry: ModelEntry) => {
    if (entry.provider === 'offline') return true;
    return entry.credential === null
      ? local.hasAnswered(key)
      : hasKey(entry) && !keyFaults.has(nameKey(entry));
  };
  const list = (): ModelListing[] => {
    const found = local.known().filter(({ key }) => !catalogue.has(key));
    const toListing = (key: string, entry: ModelEntry, isFound: boolean): ModelListing => ({
      key,
      entry,
      usable: isUsable(key, entry),
      isFound,
      keyFault: keyFaults.get(nameKey(entry)) ?? null,
    });
    return [
      ...[...catalogue].map(([key, entry]) => toListing(key, entry, false)),
      ...found.map(({ key, entry }) => toListing(key, entry, true)),
    ];
  };
  const usableKeys = () => list().flatMap((listing) => (listing.usable ? [listing.key] : []));
  const findEntry = (key: string) => catalogue.get(key) ?? local.find(key)?.entry;

  const open = (key: string): OpenModel => {
    const known = opened.get(key);
    const entry = findEntry(key);
    if (known !== undefined && known.entry === entry) return known;
    if (entry === undefined) {
      // Its server may have been started since the last look; the next attempt then finds it.
      void local.refresh();
      throw new ModelUnavailable(key, null, usableKeys());
    }
    if (!hasKey(entry)) throw new ModelUnavailable(key, entry.credential, usableKeys());
    const countTokens = createTokenCounter(entry).count;
    const model = {
      key,
      entry,
      provider: withAnswerNotes(guardProvider(entry, options, countTokens), key, local),
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
      const listed = PREFERENCES[tier].find((key) => keys.includes(key));
      return listed ?? recommendLocalModel(local.found())?.key ?? 'offline';
    },
    recommended: () => recommendLocalModel(local.found()),
    refresh: () => local.refresh(),
    refuseKey: (sentTo, reason) => void keyFaults.set(nameKey(sentTo), reason),
  };
}

/** Notes of each call whether the model's server answered. */
function withAnswerNotes(provider: Provider, key: string, local: LocalModels): Provider {
  return { ...provider, stream: (request) => streamWithNotes(provider, request, key, local) };
}

async function* streamWithNotes(
  provider: Provider,
  request: ModelRequest,
  key: string,
  local: LocalModels,
): AsyncGenerator<ReplyPart> {
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'reply-end') local.noteAnswer(key);
      yield part;
    }
  } catch (error) {
    if (error instanceof ProviderError && UNREACHABLE.has(error.fault)) local.noteSilence(key);
    // Its server may have loaded the model with another window since the last look.
    if (error instanceof ProviderError && OVERLONG.has(error.fault) && local.find(key) !== undefined) {
      void local.refresh();
    }
    throw error;
  }
}

/** Faults that mean that no server, or not this model, is there. */
const UNREACHABLE: ReadonlySet<string> = new Set(['connection-lost', 'circuit-open', 'not-found']);

/** Faults with which servers refuse a prompt that is too long for them. */
const OVERLONG: ReadonlySet<string> = new Set(['too-large', 'bad-request']);

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
  if (entry.provider === 'ollama') return createOllamaProvider({ entry, clock });
  return createAnthropicProvider({ entry, apiKey: apiKey ?? '', clock });
}
