import { z } from 'zod';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId, EntityId, FactId } from '../ids.ts';
import { knowledge } from '../visibility.ts';
import { JsonValue, Line, Prose, provenance, Slug, StoredName, Tags } from './field-types.ts';

export const Chapter = z.strictObject({
  number: z.int().min(1).max(10_000),
  title: StoredName,
  startedAt: WorldTime,
  startedInScene: z.int().min(0),
});
export type Chapter = z.infer<typeof Chapter>;

/** Reason why the engine keeps a memory for ever. */
export const CoreMemoryReason = z.enum([
  'plot',
  'mission',
  'level_up',
  'power',
  'death',
  'capture',
  'allegiance',
  'complication',
  'time_skip',
  'retcon',
]);

export const CoreMemory = z.strictObject({
  text: Line.min(1),
  reason: CoreMemoryReason,
  ...knowledge,
  time: WorldTime,
  sceneIndex: z.int().min(0),
});

/** Agreement of the table before play. */
export const Calibration = z.strictObject({
  tone: Line,
  boundaries: z.array(Line).max(40),
  difficulty: z.enum(['gentle', 'normal', 'hard', 'brutal']),
  pacing: z.enum(['slow', 'normal', 'fast']),
  notes: Prose.optional(),
});
export type Calibration = z.infer<typeof Calibration>;

/** Something true (or believed, by `confidence`) in the campaign: subject, predicate, object. */
export const Fact = z.strictObject({
  id: FactId,
  subjectId: EntityId,
  predicate: StoredName,
  object: JsonValue,
  /** The object is a whole sentence of its own; else it completes subject and predicate. */
  standsAlone: z.literal(true).optional(),
  confidence: z.number().min(0).max(1),
  ...knowledge,
  /** Actions or words of a persona that bring this to light. */
  triggers: z.array(Line).max(20),
  /** Method and scene of its first discovery; null while undiscovered. */
  discovery: z.strictObject({ method: Line, sceneIndex: z.int().min(0) }).nullable(),
  tags: Tags,
  ...provenance,
});

export const ThreadStatus = z.enum(['dormant', 'active', 'resolved', 'failed']);

/** A question the story has opened and not yet answered. */
export const Thread = z.strictObject({
  id: Slug,
  title: StoredName,
  status: ThreadStatus,
  stakes: Prose,
  relatedIds: z.array(EntityId).max(60),
  tags: Tags,
  ...knowledge,
  ...provenance,
});

export const MissionStatus = z.enum([
  'offered',
  'accepted',
  'in_progress',
  'completed',
  'failed',
  'abandoned',
]);

/** A task the personas were given or set themselves. */
export const Mission = z.strictObject({
  id: Slug,
  title: StoredName,
  status: MissionStatus,
  objective: Prose,
  giverId: CharacterId.optional(),
  ...knowledge,
});
