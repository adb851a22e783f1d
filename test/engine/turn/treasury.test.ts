import { expect, it } from 'vitest';
import { systemClock } from '#engine/kit/clock.ts';
import { Account } from '#engine/llm/purse.ts';
import { treasury } from '#engine/turn/treasury.ts';

it('makes no call that would go beyond what the viewer has left', async () => {
  const none = { usd: 0, unknownCalls: 0 };
  const spent = { session: async () => none, since: async () => none };
  const own = new Account('viewer', 0.1, { usd: 0.09, unknownCalls: 0 });
  const { purseFor } = treasury({ turn: null, session: null, day: null }, spent, systemClock, {
    payer: async () => own,
    payerId: () => 'a viewer',
  });
  const purse = await purseFor('a session');
  purse.reserve(0.005, 'a model');
  purse.settle(0.005, 0.005);

  expect(() => purse.reserve(0.01, 'a model')).toThrow("The viewer's budget of $0.1 has $0.0050 left");
});
