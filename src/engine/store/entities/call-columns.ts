import { p } from '@mikro-orm/core';

/** What is kept of every call of a model, whatever it was made for. */
export const callColumns = {
  step: p.string().length(40),
  purpose: p.string().length(16),
  modelKey: p.string().length(80),
  provider: p.string().length(160),
  inputTokens: p.integer(),
  outputTokens: p.integer(),
  cacheWriteTokens: p.integer(),
  cacheReadTokens: p.integer(),
  /** US dollars; null when nobody knows the price. */
  costUsd: p.double().strictNullable(),
  firstDeltaMs: p.integer().strictNullable(),
  durationMs: p.integer(),
  ending: p.string().length(16),
};
