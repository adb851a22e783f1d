import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MAX_CALL_SECONDS, MAX_SILENT_SECONDS } from './inactivity.ts';

const Dollars = z.number().min(0).max(10_000);

const PricesPerMillion = {
  input: Dollars,
  output: Dollars,
  /** Null where the provider bills what it writes to its cache, or reads from it, as ordinary input. */
  cacheWrite: Dollars.nullable(),
  cacheWriteHour: Dollars.nullable(),
  cacheRead: Dollars.nullable(),
};

/** US dollars for a million tokens, as the provider published them on `date`. */
export const ListedPrices = z.strictObject({
  date: z.iso.date(),
  currency: z.literal('USD'),
  ...PricesPerMillion,
  /** Prices that apply to the whole call when its prompt is longer than `above` tokens. */
  longPrompts: z.strictObject({ above: z.int().min(1), ...PricesPerMillion }).optional(),
});
export type ListedPrices = z.infer<typeof ListedPrices>;

/**
 * Prices of a model. `free` costs nothing by its nature. `unknown` costs an amount the catalogue does not have, and is never
 * shown as zero.
 */
export const Prices = z.union([ListedPrices, z.literal(['free', 'unknown'])]);
export type Prices = z.infer<typeof Prices>;

const Silence = z.int().min(1).max(MAX_SILENT_SECONDS);

/** One model, under the key that campaigns, settings and recordings name it by. */
export const ModelEntry = z.strictObject({
  name: z.string().min(1),
  provider: z.enum(['anthropic', 'openai', 'ollama', 'offline']),
  /** The provider's own id for it. */
  model: z.string().min(1),
  /** The environment variable that holds its key; null when it needs none. */
  credential: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'is no name of an environment variable')
    .nullable(),
  baseUrl: z.url().optional(),
  /** Null where the provider's figure is not known to us. */
  contextWindow: z.int().min(1).nullable(),
  maxOutput: z.int().min(1).nullable(),
  structuredOutput: z.enum(['json_schema', 'json_object', 'none']),
  streaming: z.boolean(),
  /** The shortest prefix the provider caches, in tokens; null when it offers no cache we can use. */
  cacheMinimum: z.int().min(1).nullable(),
  /** Way to keep a Claude model from thinking first: by `disabled`, by `between_tools`, or not at all (`always`). */
  thinking: z.enum(['disabled', 'between_tools', 'always']).optional(),
  /** Sent to OpenAI-compatible servers as `reasoning_effort`. */
  reasoningEffort: z.string().min(1).optional(),
  /** Whether its replies begin inside a thought that nothing opens; found out at the first one when absent. */
  beginsInThought: z.boolean().optional(),
  /** The field in which an OpenAI-compatible server wants the limit of a reply. */
  limitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  /** Whether it accepts a temperature. */
  temperature: z.boolean(),
  /** Tokens the model counts for a text that the estimate counts as 1. */
  tokenScale: z.number().min(0.1).max(10),
  /** Error of the estimate, measured against the model's own vocabulary; absent when that cannot be measured. */
  tokenError: z.strictObject({ mean: z.number(), worst: z.number() }).optional(),
  /** Inactivity limits of this model in seconds, instead of the server's settings. */
  timeouts: z
    .strictObject({
      firstTokenSeconds: Silence.optional(),
      betweenTokensSeconds: Silence.optional(),
      callSeconds: z.int().min(1).max(MAX_CALL_SECONDS).optional(),
    })
    .optional(),
  prices: Prices,
  note: z.string().optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

/** The models that can be named, by key. */
export type ModelCatalogue = ReadonlyMap<string, ModelEntry>;

/** Reports a catalogue file that cannot be used; the message names each field at fault. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

const BUILT_IN = new URL('./catalogue/models.json', import.meta.url);

/** Keys of the catalogue (`claude-sonnet`) and of models found on this machine (`ollama/qwen3:8b`). */
export const MODEL_KEY = /^[a-z0-9][\w.:/@+-]*$/;

/** A model that a server of this machine offers. */
export const FoundModel = z.strictObject({
  key: z.string().regex(MODEL_KEY),
  entry: ModelEntry,
  /** Whether it is in memory, so that its first reply needs no loading. */
  isLoaded: z.boolean(),
  /** Size of its file; null when unknown. */
  bytes: z.number().nullable(),
});
export type FoundModel = Readonly<z.infer<typeof FoundModel>>;

const Key = z
  .string()
  .regex(MODEL_KEY, 'a key is letters, digits and . : / @ + - _, and begins in lower case');
const CatalogueFile = z.strictObject({ models: z.record(Key, z.record(z.string(), z.unknown())) });

/**
 * Loads the models this version knows and merges the user's own file into them. An entry for a known key replaces the fields it
 * names; an entry for a new key must be complete.
 */
export function loadCatalogue(userFile?: string): ModelCatalogue {
  const builtIn = readEntries(BUILT_IN, new Map());
  return userFile === undefined ? builtIn : new Map([...builtIn, ...readEntries(userFile, builtIn)]);
}

function readEntries(file: string | URL, known: ModelCatalogue): Map<string, ModelEntry> {
  const path = file instanceof URL ? file.pathname : file;
  const parsed = CatalogueFile.safeParse(readJson(file, path));
  if (!parsed.success) throw new CatalogueError(complaints(path, [], parsed.error).join('\n'));

  const problems: string[] = [];
  const entries = new Map<string, ModelEntry>();
  for (const [key, fields] of Object.entries(parsed.data.models)) {
    const entry = ModelEntry.safeParse({ ...known.get(key), ...fields });
    if (entry.success) entries.set(key, entry.data);
    else problems.push(...complaints(path, ['models', key], entry.error));
  }
  if (problems.length > 0) throw new CatalogueError(problems.join('\n'));
  return entries;
}

function readJson(file: string | URL, path: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CatalogueError(`${path}: cannot be read as JSON`, { cause });
  }
}

function complaints(path: string, prefix: readonly string[], error: z.ZodError): string[] {
  return error.issues.map((issue) => `${path}: ${[...prefix, ...issue.path].join('.')}: ${issue.message}`);
}
