import { z } from 'zod';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId } from '../ids.ts';
import { Amount, createRecordSchema, Line, Prose, provenance, Slug, StoredName } from './field-types.ts';

/** A law of the land. It is public once all personas have heard of it. */
export const Law = z.strictObject({
  id: Slug,
  title: StoredName,
  summary: Prose,
  status: z.enum(['active', 'repealed']),
  enactedAt: WorldTime,
  repealedAt: WorldTime.nullable(),
  /** Personas who have heard of it, where it was made while others were elsewhere. Absent: all have. */
  knownTo: z.array(CharacterId).max(60).exactOptional(),
  ...provenance,
});

const Account = z.strictObject({
  name: StoredName,
  currency: Slug,
  balance: Amount,
  /** Set on what players' characters pay from where their sheets keep no money. */
  purse: z.literal(true).exactOptional(),
});

const EconomyEntry = z.strictObject({
  sequence: z.int().min(1),
  accountId: Slug,
  amount: Amount,
  reason: Line,
  time: WorldTime,
});

/** Number of latest entries the snapshot keeps; balances hold the sum of all entries. */
export const LEDGER_LENGTH = 50;

/** Treasuries larger than one person's money: balances, and the latest movements. */
export const Economy = z.strictObject({
  accounts: createRecordSchema(Slug, Account, 200),
  ledger: z.array(EconomyEntry).max(LEDGER_LENGTH),
});
export type Economy = z.infer<typeof Economy>;
