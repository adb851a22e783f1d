import { expect, it } from 'vitest';
import { type Cost, sumUsage } from '#engine/llm/cost.ts';

const call = (cost: Cost, cacheReadTokens = 0) => ({
  cost,
  usage: { inputTokens: 100, outputTokens: 10, cacheWriteTokens: 0, cacheReadTokens },
});

it('adds calls up, with the share that came from the cache', () => {
  const total = sumUsage([call(0.02, 300), call(0.01, 100)]);
  expect(total).toMatchObject({ calls: 2, inputTokens: 200, outputTokens: 20, cacheReadTokens: 400 });
  expect(total.cacheReadShare).toBeCloseTo(400 / 600, 10);
  expect(total.cost.usd).toBeCloseTo(0.03, 10);
});

it('counts what cost an unknown amount, and calls that never ended', () => {
  const total = sumUsage([call('unknown'), { usage: null, cost: 0 }]);
  expect(total).toMatchObject({ calls: 2, inputTokens: 100, cost: { usd: 0, unknownCalls: 1 } });
});

it('is zero without calls', () => {
  expect(sumUsage([])).toMatchObject({ calls: 0, inputTokens: 0, cacheReadShare: 0, cost: { usd: 0 } });
});
