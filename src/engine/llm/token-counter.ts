import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { ModelEntry } from './catalogue.ts';

/** How far a count may be off, as shares of the true count; `unmeasured` where the true count cannot be had offline. */
export type CountingError = { readonly mean: number; readonly worst: number } | 'unmeasured';

/** The best way to count a model's tokens without asking it. */
export type TokenCounter = { readonly count: CountTokens; readonly error: CountingError };

export function tokenCounter(entry: ModelEntry): TokenCounter {
  return {
    count: (text) => Math.ceil(estimateTokens(text) * entry.tokenScale),
    error: entry.tokenError ?? 'unmeasured',
  };
}
