import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';

/** The open question was answered, or no longer matters. */
export const settleClarification = defineOperation({
  name: 'settle_clarification',
  summary: 'Closes the open question to a player.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({}),

  apply(snapshot) {
    if (snapshot.pendingClarification === null) return reject('no-clarification', 'No question is open.');
    return { ...snapshot, pendingClarification: null };
  },
});
