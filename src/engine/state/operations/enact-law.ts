import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { Name, Prose, Slug } from '../records/bounds.ts';

/** Makes a law. */
export const enactLaw = defineOperation({
  name: 'enact_law',
  summary: 'Makes a law, or puts a repealed one in force again.',
  input: z.strictObject({ lawId: Slug, title: Name, summary: Prose }),

  apply(snapshot, { lawId, title, summary }) {
    const before = snapshot.laws[lawId];
    if (before?.status === 'active') {
      return reject('already-there', `${before.title} is in force already.`, ['lawId']);
    }
    const law = {
      ...(before ?? { origin: 'campaign' as const }),
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
