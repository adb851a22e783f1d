import { expect, it } from 'vitest';
import { createTurnAllowance } from '#schema/turn-allowance.ts';

const NOW = new Date('2026-11-16T12:00:00Z');

/** An allowance of a dollar a day, and what the store is told to answer. */
function dollarADay(spentSince: () => Promise<number>) {
  const turns = { begin: async () => null, settle: async () => {}, spentSince };
  const tools = { turns, clock: () => NOW, newId: () => 'an id' };
  return createTurnAllowance({ turnsPerMinute: null, dollarsPerDay: 1 }, tools);
}

it.each([1, 2])(
  'refuses one thing, and nothing after it, when read %i of what a viewer has spent fails',
  async (which) => {
    let reads = 0;
    const { spend, payer } = dollarADay(async () => {
      reads += 1;
      if (reads === which) throw new Error('connection terminated');
      return 0.25;
    });
    const refused: number[] = [];
    for (const at of [1, 2, 3, 4]) await spend('ada', payer, () => null).catch(() => refused.push(at));
    expect(refused).toHaveLength(1);
  },
);

it('knows what a viewer spends on other servers as soon as they set something going here', async () => {
  let stored = 0;
  let reads = 0;
  const { spend, payer } = dollarADay(async () => {
    reads += 1;
    return stored;
  });
  const account = () => spend('ada', payer, () => null);
  const first = await account();
  first?.reserve(0.5, 'a model');
  stored = 0.4;
  const second = await account();

  expect(second).toBe(first);
  expect(reads).toBe(2);
  expect(() => second?.reserve(0.2, 'a model')).toThrow("The viewer's budget");
  stored = 1;
  await expect(account()).rejects.toMatchObject({ extensions: { code: 'MONEY_LIMIT' } });
});
