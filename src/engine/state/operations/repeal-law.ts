import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { Slug } from '../records/bounds.ts';

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
