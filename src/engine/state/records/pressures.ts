import { z } from 'zod';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId, EntityId } from '../ids.ts';
import { knowledge } from '../visibility.ts';
import { Amount, Line, Prose, provenance, Slug, StoredName, StoredProposals, Tags } from './field-types.ts';

/** Event that happens, once, when a clock first stands at `at` or above. */
const ClockTrigger = z.strictObject({
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
  /** Operations the engine applies by itself when the moment passes. */
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

const Milestone = z.strictObject({
  at: z.number().min(0).max(100),
  description: Line,
  operations: StoredProposals,
});

/** Plan a character pursues in the background. Known to the game master only. */
export const Agenda = z.strictObject({
  characterId: CharacterId,
  goal: Prose,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  /** Points gained in a day of world time while nothing blocks. */
  pacePerDay: z.number().min(0).max(100),
  /** Milestones still ahead, nearest first. */
  milestones: z.array(Milestone).max(20),
  nextMilestone: Line,
  completedMilestones: z.array(Line).max(60),
  blockingFactors: z.array(Line).max(20),
});

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
    /** Number of patients who draw on it; used only by `per_patient_per_day`. */
    patients: z.int().min(0).max(1_000_000),
    criticalLevel: Amount.min(0),
    consequence: Prose,
    /** Operations the engine applies by itself when the critical level is reached. */
    operations: StoredProposals,
    /** True once the critical level was announced; a refill above the level resets it. */
    criticalSaid: z.boolean(),
    /** Set on what players' characters pay from where their sheets keep no money. */
    purse: z.literal(true).exactOptional(),
    updatedAt: WorldTime,
    ...knowledge,
  })
  .refine(({ amount, max }) => amount <= max, { error: 'amount is at most max', path: ['amount'] });
