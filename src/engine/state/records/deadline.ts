import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { EntityId } from '../ids.ts';
import { Prose, Slug } from './bounds.ts';
import { knowledge } from './knowledge.ts';
import { StoredProposals } from './stored-proposal.ts';

/** The three warnings of a deadline, from a hint to an alarm. Each is given once. */
export const WARNING_LEVELS = ['subtle', 'clear', 'urgent'] as const;
export const WarningLevel = z.enum(WARNING_LEVELS);
export type WarningLevel = z.infer<typeof WarningLevel>;

/** Something that happens at a moment unless it is prevented. */
export const Deadline = z.strictObject({
  id: Slug,
  description: Prose,
  startedAt: WorldTime,
  dueAt: WorldTime,
  consequences: Prose,
  /** What the engine does by itself when the moment passes. */
  operations: StoredProposals,
  urgency: z.enum(['low', 'medium', 'high', 'critical']),
  status: z.enum(['active', 'met', 'missed', 'cancelled']),
  warnings: z.strictObject({
    subtle: WorldTime.nullable(),
    clear: WorldTime.nullable(),
    urgent: WorldTime.nullable(),
  }),
  relatedIds: z.array(EntityId).max(40),
  ...knowledge,
});
export type Deadline = z.infer<typeof Deadline>;
