import { z } from 'zod';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId, EntityId, FactId } from '../ids.ts';
import { StoryCondition } from '../story-condition.ts';
import { knowledge } from '../visibility.ts';
import {
  JsonValue,
  Line,
  Prose,
  provenance,
  Slug,
  StoredName,
  StoredProposals,
  Tags,
} from './field-types.ts';

export const Chapter = z.strictObject({
  number: z.int().min(1).max(10_000),
  title: StoredName,
  startedAt: WorldTime,
  startedInScene: z.int().min(0),
  /** Subject of the chapter, for the game master. */
  about: Prose.optional(),
});

/** Chapter an author has planned after the present one. */
export const PlannedChapter = z.strictObject({
  title: StoredName,
  about: Prose.optional(),
  /** Condition in plain words, judged from the prose. */
  beginsWhen: Line.optional(),
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
  /** True when players may bring personas of their own making; absent means no. */
  ownPersonas: z.boolean().optional(),
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
  /** Operations the engine applies when a trigger brings it to light. */
  operations: StoredProposals.optional(),
  /** Method and scene of its first discovery; null while undiscovered. */
  discovery: z.strictObject({ method: Line, sceneIndex: z.int().min(0) }).nullable(),
  tags: Tags,
  ...provenance,
});

/**
 * Condition under which a thread is resolved or a mission completed. The engine judges a structured condition, the
 * model of `record` judges plain words.
 */
export const ResolvedWhen = z.union([Line.min(1), StoryCondition]);

export const ThreadStatus = z.enum(['dormant', 'active', 'resolved', 'failed']);

/** A question the story has opened and not yet answered. */
export const Thread = z.strictObject({
  id: Slug,
  title: StoredName,
  status: ThreadStatus,
  stakes: Prose,
  relatedIds: z.array(EntityId).max(60),
  tags: Tags,
  /** Game master only. */
  resolvedWhen: ResolvedWhen.optional(),
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
  /** Experience for each persona when it is completed; absent: the ruleset's usual amount. */
  experience: z.int().min(0).max(1_000_000).optional(),
  /** Game master only. */
  resolvedWhen: ResolvedWhen.optional(),
  ...knowledge,
});

/** Authored answer of a character or a place to something a player does. Game master only until it is given. */
export const Response = z.strictObject({
  /** The character or place that answers. */
  subjectId: EntityId,
  /** Actions or words of a persona that bring it about; semicolons stand between several. */
  trigger: z.string().min(1).max(1200),
  /** Spoken line or event, word for word. */
  line: Prose.min(1),
  operations: StoredProposals,
  /** Whether it is given at most once in a campaign. */
  once: z.boolean(),
  /** Whether its first trigger is offered among the choices. */
  offered: z.literal(true).optional(),
  requires: StoryCondition.optional(),
  /** Number of times it was given. */
  given: z.int().min(0),
});

/** One way the story can end. Game master only until it is reached. */
export const Ending = z.strictObject({
  id: Slug,
  title: StoredName,
  when: StoryCondition,
  epilogue: z.string().min(1).max(24_000),
});

/** The ending a campaign has reached. All members may read it. */
export const ReachedEnding = z.strictObject({
  id: Slug,
  title: StoredName,
  epilogue: z.string().min(1).max(24_000),
  sceneIndex: z.int().min(0),
});
export type ReachedEnding = z.infer<typeof ReachedEnding>;
