import { z } from 'zod';
import { MOST_CALL_SECONDS, MOST_SILENT_SECONDS } from '../inactivity.ts';

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
  /** What holds instead for a whole call whose prompt is longer than `above` tokens. */
  longPrompts: z.strictObject({ above: z.int().min(1), ...PricesPerMillion }).optional(),
});
export type ListedPrices = z.infer<typeof ListedPrices>;

/** `free` costs nothing by its nature; `unknown` costs something nobody here can tell, and is never shown as zero. */
export const Prices = z.union([ListedPrices, z.literal(['free', 'unknown'])]);
export type Prices = z.infer<typeof Prices>;

const Silence = z.int().min(1).max(MOST_SILENT_SECONDS);

/** One model, under the key that campaigns, settings and recordings name it by. */
export const ModelEntry = z.strictObject({
  name: z.string().min(1),
  provider: z.enum(['anthropic', 'openai', 'offline']),
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
  /** How to keep a Claude model from thinking first: by `disabled`, by `between_tools`, or not at all. */
  thinking: z.enum(['disabled', 'between_tools', 'always']).optional(),
  /** Sent to OpenAI-compatible servers as `reasoning_effort`. */
  reasoningEffort: z.string().min(1).optional(),
  /** Whether its replies begin inside a thought that nothing opens; found out at the first one when absent. */
  beginsInThought: z.boolean().optional(),
  /** The field in which an OpenAI-compatible server wants the limit of a reply. */
  limitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  /** Whether it accepts a temperature. */
  temperature: z.boolean(),
  /** How many tokens it makes of a text for which the estimate says 1. */
  tokenScale: z.number().min(0.1).max(10),
  /** How far the estimate was off when it was held against the model's own vocabulary; absent when that cannot be done. */
  tokenError: z.strictObject({ mean: z.number(), worst: z.number() }).optional(),
  /** Inactivity limits of this model in seconds, instead of the server's settings. */
  timeouts: z
    .strictObject({
      firstTokenSeconds: Silence.optional(),
      betweenTokensSeconds: Silence.optional(),
      callSeconds: z.int().min(1).max(MOST_CALL_SECONDS).optional(),
    })
    .optional(),
  prices: Prices,
  note: z.string().optional(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;
