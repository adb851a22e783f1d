import type { Prices } from './catalogue.ts';
import type { Usage } from './provider.ts';

/** Cost in US dollars, or `unknown` when the price is not known. */
export type Cost = number | 'unknown';

const MILLION = 1_000_000;

/** Calculates the cost of a call from the published prices of its model. */
export function calculateCost(prices: Prices, usage: Usage): Cost {
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

/** Lowest and highest cost of a call. The highest assumes no cache reads and a full reply; the lowest assumes the opposite. */
export type Estimate = { readonly least: Cost; readonly most: Cost };

/**
 * Estimates the bounds of a call's cost before it is made. `cacheable` is the number of input tokens in prefixes that a warm
 * cache would hold.
 */
export function estimateCost(
  prices: Prices,
  tokens: { readonly input: number; readonly cacheable: number; readonly maxOutput: number },
): Estimate {
  const { input, cacheable, maxOutput } = tokens;
  const cold = { inputTokens: input - cacheable, outputTokens: maxOutput, cacheReadTokens: 0 };
  const most = calculateCost(prices, {
    ...cold,
    cacheWriteTokens: cacheable,
    cacheWriteHourTokens: cacheable,
  });
  const least = calculateCost(prices, {
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

/** Usage and cost of a call that was paid for. */
type PaidCall = { readonly usage: Usage | null; readonly cost: Cost };

/** Total usage and cost of several calls. */
export type UsageTotal = {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
  /** The share of all input tokens that was read from a cache; 0 when there was no input. */
  readonly cacheReadShare: number;
  readonly cost: CostTotal;
};

const NO_USAGE: UsageTotal = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  cacheReadShare: 0,
  cost: NO_COST,
};

export function sumUsage(calls: readonly PaidCall[]): UsageTotal {
  return calls.reduce(withCall, NO_USAGE);
}

function withCall(total: UsageTotal, { usage, cost }: PaidCall): UsageTotal {
  const inputTokens = total.inputTokens + (usage?.inputTokens ?? 0);
  const cacheWriteTokens = total.cacheWriteTokens + (usage?.cacheWriteTokens ?? 0);
  const cacheReadTokens = total.cacheReadTokens + (usage?.cacheReadTokens ?? 0);
  const allInput = inputTokens + cacheWriteTokens + cacheReadTokens;
  return {
    calls: total.calls + 1,
    inputTokens,
    outputTokens: total.outputTokens + (usage?.outputTokens ?? 0),
    cacheWriteTokens,
    cacheReadTokens,
    cacheReadShare: allInput === 0 ? 0 : cacheReadTokens / allInput,
    cost: addCost(total.cost, cost),
  };
}
