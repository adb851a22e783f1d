import type { Prices } from './catalogue.ts';
import type { Usage } from './provider.ts';

/** US dollars, or the honest answer that nobody here can tell. */
export type Cost = number | 'unknown';

const MILLION = 1_000_000;

/** What a call cost, by the published prices of its model. */
export function costOf(prices: Prices, usage: Usage): Cost {
  if (prices === 'unknown') return 'unknown';
  if (prices === 'free') return 0;
  const prompt = usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens;
  const { longPrompts } = prices;
  const rate = longPrompts !== undefined && prompt > longPrompts.above ? longPrompts : prices;
  const hour = usage.cacheWriteHourTokens ?? 0;
  const cacheWrite = rate.cacheWrite ?? rate.input;
  const dollars =
    usage.inputTokens * rate.input +
    usage.outputTokens * rate.output +
    (usage.cacheWriteTokens - hour) * cacheWrite +
    hour * (rate.cacheWriteHour ?? cacheWrite) +
    usage.cacheReadTokens * (rate.cacheRead ?? rate.input);
  return dollars / MILLION;
}

/** What a call will cost at most and at least: nothing read from a cache and the whole reply used, or the opposite. */
export type Estimate = { readonly least: Cost; readonly most: Cost };

/**
 * The bounds of a call's cost before it is made. `cacheable` is how many of the input tokens lie in prefixes that a
 * warm cache would hold.
 */
export function estimateCost(
  prices: Prices,
  tokens: { readonly input: number; readonly cacheable: number; readonly maxOutput: number },
): Estimate {
  const { input, cacheable, maxOutput } = tokens;
  const cold = { inputTokens: input - cacheable, outputTokens: maxOutput, cacheReadTokens: 0 };
  const most = costOf(prices, { ...cold, cacheWriteTokens: cacheable, cacheWriteHourTokens: cacheable });
  const least = costOf(prices, {
    inputTokens: input - cacheable,
    outputTokens: 0,
    cacheWriteTokens: 0,
    cacheReadTokens: cacheable,
  });
  return { least, most };
}

/** Adds costs up without losing the unknown ones: they are counted, not taken for nothing. */
export type CostTotal = { readonly usd: number; readonly unknownCalls: number };

export const NO_COST: CostTotal = { usd: 0, unknownCalls: 0 };

export function addCost(total: CostTotal, cost: Cost): CostTotal {
  return cost === 'unknown'
    ? { usd: total.usd, unknownCalls: total.unknownCalls + 1 }
    : { usd: total.usd + cost, unknownCalls: total.unknownCalls };
}
