import { z } from 'zod';
import { JsonObject } from './bounds.ts';

/**
 * An operation kept for later, in the shape in which operations are proposed: `{ op: 'add_fact', … }`. Its
 * input is parsed when it is at last applied, by the rules of that moment.
 */
export const StoredProposal = JsonObject.refine(
  (proposal) => typeof proposal.op === 'string',
  'a stored operation names itself in `op`',
);
export type StoredProposal = z.infer<typeof StoredProposal>;

export const StoredProposals = z.array(StoredProposal).max(12);
