import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { findRecord } from '../edits/find-records.ts';
import { addMissing } from '../edits/replace-records.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { Amount, Line, Name, Prose, roundAmount, Slug } from '../records/field-types.ts';
import { LEDGER_LENGTH } from '../records/realm.ts';
import type { Snapshot } from '../snapshot.ts';

/** Makes a law. */
export const enactLaw = defineOperation({
  name: 'enact_law',
  summary: 'Makes a law, or puts a repealed one in force again.',
  input: z.strictObject({
    lawId: Slug,
    title: Name,
    summary: Prose,
    knownTo: z.array(CharacterId).max(60).optional().describe('Who hears of it; left out: everybody.'),
  }),

  apply(snapshot, { lawId, title, summary, knownTo }) {
    const before = snapshot.laws[lawId];
    const heard = before && spreadLaw(snapshot, before, knownTo ?? snapshot.personas);
    if (before?.status === 'active' && heard !== undefined) {
      if (heard !== before) return { ...snapshot, laws: { ...snapshot.laws, [lawId]: heard } };
      return reject('already-there', `${before.title} is in force already.`, ['lawId']);
    }
    const isCommon = knownTo === undefined || snapshot.personas.every((id) => knownTo.includes(id));
    const law = {
      ...(heard ?? { origin: 'campaign' as const, ...(isCommon ? {} : { knownTo }) }),
      id: lawId,
      title,
      summary,
      status: 'active' as const,
      enactedAt: snapshot.time,
      repealedAt: null,
    };
    return { ...snapshot, laws: { ...snapshot.laws, [lawId]: law } };
  },
});

/** Lets personas know of a law; it is public once all do. Returns the very same law when that changes nothing. */
export function spreadLaw(
  { personas }: Pick<Snapshot, 'personas'>,
  law: Snapshot['laws'][string],
  personaIds: readonly CharacterId[],
): Snapshot['laws'][string] {
  const { knownTo, ...common } = law;
  if (knownTo === undefined) return law;
  const heard = addMissing(knownTo, personaIds);
  if (personas.every((id) => heard.includes(id))) return common;
  return heard === knownTo ? law : { ...common, knownTo: heard };
}

/** Puts a law out of force. Its text stays on record. */
export const repealLaw = defineOperation({
  name: 'repeal_law',
  summary: 'Repeals a law that is in force.',
  input: z.strictObject({ lawId: Slug }),

  apply(snapshot, { lawId }) {
    const law = findRecord('law', snapshot.laws, lawId, ['lawId']);
    if ('rejected' in law) return law;
    if (law.status === 'repealed')
      return reject('not-in-force', `${law.title} was repealed already.`, ['lawId']);
    const repealed = { ...law, status: 'repealed' as const, repealedAt: snapshot.time };
    return { ...snapshot, laws: { ...snapshot.laws, [lawId]: repealed } };
  },
});

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
      ...account,
      name: name ?? account?.name ?? accountId,
      currency: account?.currency ?? currency ?? '',
      balance: roundAmount((account?.balance ?? 0) + amount),
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
