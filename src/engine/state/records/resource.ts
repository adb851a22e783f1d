import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Amount, Prose, Slug, StoredName } from './bounds.ts';
import { knowledge } from './knowledge.ts';
import { StoredProposals } from './stored-proposal.ts';

export const DepletionUnit = z.enum(['per_hour', 'per_day', 'per_patient_per_day']);
export type DepletionUnit = z.infer<typeof DepletionUnit>;

/** Something the world runs out of: medicine, lamp oil, patience. */
export const Resource = z
  .strictObject({
    id: Slug,
    name: StoredName,
    amount: Amount.min(0),
    max: Amount.min(0),
    depletionRate: Amount.min(0),
    depletionUnit: DepletionUnit,
    /** How many draw on it; only `per_patient_per_day` asks. */
    patients: z.int().min(0).max(1_000_000),
    criticalLevel: Amount.min(0),
    consequence: Prose,
    /** What the engine does by itself when the critical level is reached. */
    operations: StoredProposals,
    /** Said already that it is critical; a refill above the level makes it sayable again. */
    criticalSaid: z.boolean(),
    updatedAt: WorldTime,
    ...knowledge,
  })
  .refine(({ amount, max }) => amount <= max, { error: 'amount is at most max', path: ['amount'] });
export type Resource = z.infer<typeof Resource>;
