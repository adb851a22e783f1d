import { expect, it } from 'vitest';
import { Budget, BudgetExceeded } from '#engine/llm/budget.ts';
import { type BudgetService, createBudgetService, type ReadSpent } from '#engine/turn/budget-service.ts';
import { readSystemClock } from '#engine/util/clock.ts';

const NONE = { usd: 0, unknownCalls: 0 };
const nothing: ReadSpent = async () => ({ session: NONE, since: NONE });
const UNLIMITED = { turn: null, session: null, day: null };

/** Makes calls of a quarter dollar until one is refused, and gives how many were made. */
async function callsWithin(
  { openSessionBudget }: BudgetService,
  sessionId: string,
  written: (usd: number) => void,
) {
  for (let made = 0; ; made += 1) {
    const budgetGuard = await openSessionBudget(sessionId);
    try {
      const reservation = await budgetGuard.reserve(0.25, 'a model');
      budgetGuard.settle(reservation, 0.25);
    } catch (refusal) {
      expect(refusal).toBeInstanceOf(BudgetExceeded);
      return made;
    }
    written(0.25);
  }
}

it('makes no call that would go beyond what the viewer has left', async () => {
  const own = new Budget('viewer', 0.1, { usd: 0.09, unknownCalls: 0 });
  const { openSessionBudget } = createBudgetService(UNLIMITED, nothing, readSystemClock, {
    payer: async () => own,
    payerId: () => 'a viewer',
  });
  const budgetGuard = await openSessionBudget('a session');
  budgetGuard.settle(await budgetGuard.reserve(0.005, 'a model'), 0.005);

  await expect(budgetGuard.reserve(0.01, 'a model')).rejects.toThrow(
    "The viewer's budget of $0.1 has $0.0050 left",
  );
});

it.each([
  ['a session', { ...UNLIMITED, session: 1 }],
  ['a day', { ...UNLIMITED, day: 1 }],
])('lets two servers on one store spend the budget of %s once', async (_what, budgets) => {
  let usd = 0;
  const stored: ReadSpent = async () => ({ session: { ...NONE, usd }, since: { ...NONE, usd } });
  const [here, there] = [
    createBudgetService(budgets, stored, readSystemClock),
    createBudgetService(budgets, stored, readSystemClock),
  ];
  await here.openSessionBudget('s');
  await there.openSessionBudget('s');
  const write = (more: number): void => {
    usd += more;
  };
  expect(await callsWithin(here, 's', write)).toBe(4);
  expect(await callsWithin(there, 's', write)).toBe(0);
});

it('knows what it has spent itself before that is written down', async () => {
  const budgets = { ...UNLIMITED, session: 1, day: 10 };
  const here = createBudgetService(budgets, nothing, readSystemClock);
  expect(await callsWithin(here, 's', () => {})).toBe(4);
  expect(await callsWithin(here, 'another', () => {})).toBe(4);
});

it('holds back what running calls may cost from whoever shares an account', async () => {
  const here = createBudgetService({ ...UNLIMITED, day: 1 }, nothing, readSystemClock);
  const [one, other] = [await here.openSessionBudget('s'), await here.openSessionBudget('another')];
  await one.reserve(0.8, 'a model');
  await expect(other.reserve(0.3, 'a model')).rejects.toThrow("The day's budget");
});

it.each([
  ['a session', { ...UNLIMITED, session: 1 }],
  ['a day', { ...UNLIMITED, day: 1 }],
])('reads again what %s has cost when it could not be read before', async (_what, budgets) => {
  let failures = 1;
  const { openSessionBudget } = createBudgetService(
    budgets,
    async (by) => {
      failures -= 1;
      if (failures >= 0) throw new Error('connection terminated');
      return nothing(by);
    },
    readSystemClock,
  );
  await expect(openSessionBudget('s')).rejects.toThrow('connection terminated');
  await expect(openSessionBudget('s')).resolves.toBeTruthy();
  await expect(openSessionBudget('another')).resolves.toBeTruthy();
});

it.each([
  ['nothing without a limit', UNLIMITED, []],
  ['the session alone where only that is limited', { ...UNLIMITED, session: 1 }, [['s', null]]],
  ['the day alone where only that is limited', { ...UNLIMITED, day: 1 }, [[null, '2026-11-16']]],
  ['both at once where both are', { ...UNLIMITED, session: 1, day: 1 }, [['s', '2026-11-16']]],
])('reads %s', async (_what, budgets, expected) => {
  const asked: unknown[] = [];
  const read: ReadSpent = (by) => {
    asked.push([by.sessionId, by.since?.toISOString().slice(0, 10) ?? null]);
    return nothing(by);
  };
  await createBudgetService(budgets, read, () => new Date('2026-11-16T09:00:00Z')).openSessionBudget('s');
  expect(asked).toEqual(expected);
});
