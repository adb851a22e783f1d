import { expect, it } from 'vitest';
import { type Cost, groupUsage, NO_USAGE, sumUsage } from '#engine/llm/cost.ts';

const call = (step: string, cost: Cost, cacheReadTokens = 0) => ({
  step,
  cost,
  usage: { inputTokens: 100, outputTokens: 10, cacheWriteTokens: 0, cacheReadTokens },
});

it('adds calls up by step, with the share that came from the cache', () => {
  const totals = groupUsage(
    [call('narrate', 0.02, 300), call('route', 0.001), call('narrate', 0.01, 100)],
    ({ step }) => step,
  );
  expect([...totals.keys()]).toEqual(['narrate', 'route']);
  expect(totals.get('narrate')).toMatchObject({
    calls: 2,
    inputTokens: 200,
    outputTokens: 20,
    cacheReadTokens: 400,
  });
  expect(totals.get('narrate')?.cacheReadShare).toBeCloseTo(400 / 600, 10);
  expect(totals.get('narrate')?.cost.usd).toBeCloseTo(0.03, 10);
});

it('counts what cost an unknown amount, and calls that never ended', () => {
  const total = sumUsage([call('narrate', 'unknown'), { usage: null, cost: 0 }]);
  expect(total).toMatchObject({ calls: 2, inputTokens: 100, cost: { usd: 0, unknownCalls: 1 } });
});

it('is nothing for nothing', () => {
  expect(sumUsage([])).toEqual(NO_USAGE);
});
