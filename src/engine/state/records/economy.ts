import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Amount, Line, recordOf, Slug, StoredName } from './bounds.ts';

export const Account = z.strictObject({ name: StoredName, currency: Slug, balance: Amount });

export const EconomyEntry = z.strictObject({
  sequence: z.int().min(1),
  accountId: Slug,
  amount: Amount,
  reason: Line,
  time: WorldTime,
});
export type EconomyEntry = z.infer<typeof EconomyEntry>;

/** How many of the latest entries the snapshot keeps; balances hold the sum of all of them. */
export const LEDGER_LENGTH = 50;

/** Treasuries and purses larger than one person's: balances, and the latest movements. */
export const Economy = z.strictObject({
  accounts: recordOf(Slug, Account, 200),
  ledger: z.array(EconomyEntry).max(LEDGER_LENGTH),
});
export type Economy = z.infer<typeof Economy>;
