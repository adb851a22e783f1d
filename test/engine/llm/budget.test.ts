import { expect, it } from 'vitest';
import {
  Budget,
  BudgetExceeded,
  BudgetGuard,
  BudgetUnenforceable,
  DailyBudget,
  withBudget,
} from '#engine/llm/budget.ts';
import type { Prices } from '#engine/llm/catalogue.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import { aRequest, failureOf, partsOf } from '../../support/wire/a-request.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const countTokens: CountTokens = (text) => text.length;
const PRICES: Prices = {
  date: '2026-01-01',
  currency: 'USD',
  input: 1000,
  output: 5000,
  cacheWrite: 1000,
  cacheWriteHour: 1000,
  cacheRead: 100,
};

// 1,000 dollars a million is a tenth of a cent a token: a prompt of 100 characters and 20 tokens back cost 20 cents.
const request = aRequest({
  system: [],
  messages: [{ role: 'user', text: 'x'.repeat(100) }],
  maxTokens: 20,
});

const paying = (accounts: readonly Budget[], prices: Prices = PRICES, script = ['Yes.', 'Yes.', 'Yes.']) => {
  const provider = scriptedProvider(...script);
  return {
    provider,
    door: withBudget(provider, { prices, budgetGuard: new BudgetGuard(accounts), countTokens }),
  };
};

it('books what each call did cost in every account', async () => {
  const turn = new Budget('turn', null);
  const session = new Budget('session', 5);
  await partsOf(paying([turn, session]).door, request);
  expect(turn.spent.usd).toBeCloseTo(0.2, 10);
  expect(session.spent).toEqual(turn.spent);
});

it.each(['turn', 'session', 'day'] as const)(
  'refuses the next call when the %s cannot pay for the most it may cost',
  async (name) => {
    const account = new Budget(name, 0.3);
    const { door, provider } = paying([account]);
    await partsOf(door, request);
    const refusal = await failureOf(door, request);
    expect(refusal).toBeInstanceOf(BudgetExceeded);
    expect(refusal).toMatchObject({ budget: name, limit: 0.3, retryable: false });
    expect(provider.asked).toHaveLength(1);
  },
);

it('holds back what calls under way may cost', async () => {
  const account = new Budget('turn', 0.3);
  const { door, provider } = paying([account]);
  const first = door.stream(request)[Symbol.asyncIterator]();
  await first.next();
  expect(await failureOf(door, request)).toBeInstanceOf(BudgetExceeded);
  await first.return?.();
  expect(provider.asked).toHaveLength(1);
});

it('takes nothing from one account when another refuses', async () => {
  const session = new Budget('session', 0.25);
  const { door } = paying([session, new Budget('day', 0.1)]);
  await failureOf(door, request);
  await failureOf(door, request);
  await partsOf(paying([session]).door, request);
  expect(session.spent.usd).toBeCloseTo(0.2, 10);
});

it('refuses to promise a budget for a model whose price is unknown', async () => {
  const refusal = await failureOf(paying([new Budget('day', 100)], 'unknown').door, request);
  expect(refusal).toBeInstanceOf(BudgetUnenforceable);
});

it('counts calls of unknown price where there is no budget', async () => {
  const account = new Budget('session', null);
  await partsOf(paying([account], 'unknown').door, request);
  expect(account.spent).toEqual({ usd: 0, unknownCalls: 1 });
});

it('charges a reply that broke off by what was sent and said', async () => {
  const account = new Budget('turn', 5);
  const fails = new ProviderError('gone', { retryable: true });
  const provider = scriptedProvider({ pieces: ['half a wo'], fails }, { fails });
  const door = withBudget(provider, { prices: PRICES, budgetGuard: new BudgetGuard([account]), countTokens });
  await failureOf(door, request);
  expect(account.spent.usd).toBeCloseTo((100 * 1000 + 9 * 5000) / 1e6, 10);
  await failureOf(door, request);
  expect(account.spent.usd).toBeCloseTo((100 * 1000 + 9 * 5000) / 1e6, 10);
});

it('begins a new account with a new day', () => {
  let now = new Date('2026-11-16T23:59:00Z');
  const account = new DailyBudget(1, () => now, { usd: 0.9, unknownCalls: 0 });
  expect(account.today()).toBe(account);
  now = new Date('2026-11-17T00:00:00Z');
  expect(account.today()).not.toBe(account);
  expect(account.today().spent.usd).toBe(0);
  expect(account.today().limit).toBe(1);
});

it('keeps the account of a day when the clock is set back before it', () => {
  let now = new Date('2026-11-17T00:00:30Z');
  const account = new DailyBudget(1, () => now, { usd: 1, unknownCalls: 0 });
  now = new Date('2026-11-16T23:59:50Z');
  expect(account.today()).toBe(account);
  now = new Date('2026-11-17T00:00:40Z');
  expect(() => account.today().reserve(0.1, 'a model')).toThrow(BudgetExceeded);
});

it('takes what is written down into account only as far as it is more than was known', () => {
  const account = new Budget('session', 1);
  account.spend(0.5);
  account.learn({ usd: 0.3, unknownCalls: 0 });
  expect(account.spent.usd).toBe(0.5);
  account.learn({ usd: 0.9, unknownCalls: 2 });
  expect(account.spent).toEqual({ usd: 0.9, unknownCalls: 2 });
  expect(() => account.reserve(0.2, 'a model')).toThrow(BudgetExceeded);
});
