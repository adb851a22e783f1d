import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { rounded } from '../parts/rounded.ts';
import { Amount, Line, Name, Slug } from '../records/bounds.ts';
import { LEDGER_LENGTH } from '../records/economy.ts';

/** Books money in or out of a treasury. The balance is the sum of all entries; it may go into debt. */
export const recordEconomy = defineOperation({
  name: 'record_economy',
  summary:
    'Books an amount into (positive) or out of (negative) an account; a new account names its currency.',
  input: z.strictObject({
    accountId: Slug,
    amount: Amount.refine((amount) => amount !== 0, 'an entry moves more than 0'),
    reason: Line.min(1),
    name: Name.optional(),
    currency: Slug.optional(),
  }),

  apply(snapshot, { accountId, amount, reason, name, currency }) {
    const { economy, counters } = snapshot;
    const account = economy.accounts[accountId];
    if (account === undefined && currency === undefined) {
      return reject('bad-input', `record_economy: ${accountId} is new and needs its currency.`, ['currency']);
    }
    if (account !== undefined && currency !== undefined && currency !== account.currency) {
      return reject('wrong-currency', `${account.name} is kept in ${account.currency}, not ${currency}.`, [
        'currency',
      ]);
    }
    const sequence = counters.economy + 1;
    const entry = { sequence, accountId, amount, reason, time: snapshot.time };
    const next = {
      name: name ?? account?.name ?? accountId,
      currency: account?.currency ?? currency ?? '',
      balance: rounded((account?.balance ?? 0) + amount),
    };
    return {
      snapshot: {
        ...snapshot,
        counters: { ...counters, economy: sequence },
        economy: {
          accounts: { ...economy.accounts, [accountId]: next },
          ledger: [...economy.ledger, entry].slice(-LEDGER_LENGTH),
        },
      },
      effects: [{ type: 'economy-entry', entry }],
    };
  },
});
