import { z } from 'zod';
import { coerceOperation } from './fields/coerce-values.ts';

/** A change of state as models propose it: its name in `op`, its input beside it. */
export const ProposedOperation = z.preprocess(
  coerceOperation,
  z.looseObject({
    op: z.string().min(1).max(80),
    /** Words of the prose that make it true; needed where a player's character gains something. */
    quote: z.string().max(400).optional(),
    /** Number of the sentence it comes from. */
    sentence: z.int().min(0).max(1000).optional(),
  }),
);
export type ProposedOperation = z.infer<typeof ProposedOperation>;

/** A change of state that may be proposed: its name, a hint, its fields. */
export const OfferedOperation = z.strictObject({
  op: z.string(),
  summary: z.string(),
  fields: z.string(),
  /** Operations of one group are listed on one line. */
  group: z.string().optional(),
});
export type OfferedOperation = z.infer<typeof OfferedOperation>;

/** Memory that one character will keep of a turn. */
export const ProposedObservation = z.object({
  character_id: z.string().min(1).max(200),
  content: z.string().min(1).max(1000),
  importance: z.coerce.number().int().min(1).max(5).catch(3),
  /** The person who told it, when the character was not there. */
  told_by: z.string().max(200).optional(),
  sentence: z.int().min(0).max(1000).optional(),
});
export type ProposedObservation = z.infer<typeof ProposedObservation>;
