import { z } from 'zod';

/** What one character will remember of a turn. */
export const ProposedObservation = z.object({
  character_id: z.string().min(1).max(200),
  content: z.string().min(1).max(1000),
  importance: z.coerce.number().int().min(1).max(5).catch(3),
  /** The person who told it, when the character was not there. */
  told_by: z.string().max(200).optional(),
  sentence: z.int().min(0).max(1000).optional(),
});
export type ProposedObservation = z.infer<typeof ProposedObservation>;
