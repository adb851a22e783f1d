import { z } from 'zod';
import { Line, Slug, StoredName, Tags } from './bounds.ts';
import { knowledge } from './knowledge.ts';
import { provenance } from './provenance.ts';
import { StoredProposals } from './stored-proposal.ts';

/** What happens, once, when a clock first stands at `at` or above. */
export const ClockTrigger = z.strictObject({
  at: z.int().min(0).max(1000),
  description: Line,
  operations: StoredProposals,
  fired: z.boolean(),
});

/** A danger or a hope counted in segments. */
export const Clock = z
  .strictObject({
    id: Slug,
    name: StoredName,
    value: z.int().min(0).max(1000),
    max: z.int().min(1).max(1000),
    triggers: z.array(ClockTrigger).max(20),
    tags: Tags,
    ...knowledge,
    ...provenance,
  })
  .refine(({ value, max }) => value <= max, { error: 'a clock stands at its max at most', path: ['value'] });
export type Clock = z.infer<typeof Clock>;
