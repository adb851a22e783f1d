import { addCost, type Cost, type CostTotal, NO_COST } from './price.ts';
import type { Usage } from './provider.ts';

/** What is known of a call that was paid for. */
export type PaidCall = { readonly usage: Usage | null; readonly cost: Cost };

/** What a number of calls used and cost together. */
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

export const NO_USAGE: UsageTotal = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  cacheReadShare: 0,
  cost: NO_COST,
};

/** Adds calls up under whatever key is asked for: their step, their model, their turn. */
export function totalsBy<Call extends PaidCall>(
  calls: readonly Call[],
  keyOf: (call: Call) => string,
): ReadonlyMap<string, UsageTotal> {
  const totals = new Map<string, UsageTotal>();
  for (const call of calls) totals.set(keyOf(call), withCall(totals.get(keyOf(call)) ?? NO_USAGE, call));
  return totals;
}

export function totalOf(calls: readonly PaidCall[]): UsageTotal {
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
