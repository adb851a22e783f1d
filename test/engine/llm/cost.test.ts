import { expect, it } from 'vitest';
import { type ListedPrices, loadCatalogue } from '#engine/llm/catalogue.ts';
import { addCost, calculateCost, estimateCost, NO_COST } from '#engine/llm/cost.ts';
import type { Usage } from '#engine/llm/provider.ts';

const usage = (changes: Partial<Usage>): Usage => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  ...changes,
});

const listed = (input: number, output: number, cacheWrite: number, cacheRead: number): ListedPrices => ({
  date: '2025-10-01',
  currency: 'USD',
  input,
  output,
  cacheWrite,
  cacheWriteHour: null,
  cacheRead,
});

const SONNET = listed(3, 15, 3.75, 0.3);
const HAIKU = listed(0.8, 4, 1, 0.08);

it.each([
  ['a large model without a cache', SONNET, usage({ inputTokens: 10_000, outputTokens: 500 }), 0.0375],
  [
    'a large model that fills its cache',
    SONNET,
    usage({ inputTokens: 1000, cacheWriteTokens: 8000, outputTokens: 400 }),
    0.039,
  ],
  [
    'a large model that reads its cache',
    SONNET,
    usage({ inputTokens: 1000, cacheReadTokens: 8000, outputTokens: 400 }),
    0.0114,
  ],
  ['a small model', HAIKU, usage({ inputTokens: 2000, outputTokens: 150 }), 0.0022],
  [
    'a small model with everything',
    HAIKU,
    usage({ inputTokens: 500, outputTokens: 100, cacheWriteTokens: 2000, cacheReadTokens: 4000 }),
    0.00312,
  ],
])('reckons what a call costs on %s', (_what, prices, used, dollars) => {
  expect(calculateCost(prices, used)).toBeCloseTo(dollars, 10);
});

it('charges what is kept for an hour at its own price', () => {
  const prices = { ...SONNET, cacheWriteHour: 6 };
  const used = usage({ cacheWriteTokens: 3000, cacheWriteHourTokens: 1000 });
  expect(calculateCost(prices, used)).toBeCloseTo((2000 * 3.75 + 1000 * 6) / 1e6, 12);
});

it('charges a long prompt by the long tariff, cached tokens counted in', () => {
  const haiku = loadCatalogue().get('claude-haiku')?.prices;
  if (haiku === undefined || typeof haiku === 'string') throw new Error('claude-haiku has listed prices');
  expect(calculateCost(haiku, usage({ inputTokens: 100_000 }))).toBeCloseTo(0.01, 10);
  expect(calculateCost(haiku, usage({ inputTokens: 1, cacheReadTokens: 100_000 }))).toBeCloseTo(
    (0.5 + 5000) / 1e6,
    10,
  );
});

it('bills a cache without a price of its own as ordinary input', () => {
  const prices = { ...SONNET, cacheWrite: null, cacheRead: null };
  expect(calculateCost(prices, usage({ cacheReadTokens: 1000, cacheWriteTokens: 1000 }))).toBeCloseTo(
    0.006,
    10,
  );
});

it('says unknown where a price is unknown, and nothing where there is none to pay', () => {
  expect(calculateCost('unknown', usage({ inputTokens: 1000 }))).toBe('unknown');
  expect(calculateCost('free', usage({ inputTokens: 1000 }))).toBe(0);
});

it('bounds a call before it is made', () => {
  const estimate = estimateCost(SONNET, { input: 8000, cacheable: 7000, maxOutput: 1000 });
  expect(estimate.least).toBeCloseTo((1000 * 3 + 7000 * 0.3) / 1e6, 10);
  expect(estimate.most).toBeCloseTo((1000 * 3 + 7000 * 3.75 + 1000 * 15) / 1e6, 10);
  expect(estimateCost('unknown', { input: 1, cacheable: 0, maxOutput: 1 })).toEqual({
    least: 'unknown',
    most: 'unknown',
  });
});

it('adds costs up without taking the unknown for nothing', () => {
  const total = [0.01, 'unknown' as const, 0.02].reduce(addCost, NO_COST);
  expect(total).toEqual({ usd: 0.03, unknownCalls: 1 });
});
