import { z } from 'zod';
import { ScenePosition } from '#engine/domain/lineage.ts';
import { WorldTime } from '#engine/util/world-time.ts';

const Id = z.string().min(1).max(120);
const Ids = z.array(Id).max(50).readonly();
const Tags = z.array(z.string().min(1).max(60)).max(40).readonly();
const Content = z.string().trim().min(1).max(2000);

/** From 1, a passing detail, to 5, something that changes a life. */
export const Importance = z.int().min(1).max(5);

/** Provenance of a character's knowledge. */
export const Provenance = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('witnessed') }),
  z.strictObject({ kind: z.literal('told'), by: Id.describe('Who told it.') }),
  z.strictObject({
    kind: z.literal('inferred'),
    from: z
      .array(z.string().min(1).max(400))
      .min(1)
      .max(20)
      .readonly()
      .describe('What it rests on: ids of observations or facts, or words.'),
  }),
]);
export type Provenance = Readonly<z.infer<typeof Provenance>>;

/** Confidence of an observation when the report does not state one. */
export const DEFAULT_CONFIDENCE: Readonly<Record<Provenance['kind'], number>> = {
  witnessed: 1,
  told: 0.7,
  inferred: 0.5,
};

/**
 * Returns whether the first provenance is surer than the second. Own perception beats another character's word, which
 * beats a conclusion.
 */
export function isStrongerProvenance(first: Provenance, second: Provenance): boolean {
  return DEFAULT_CONFIDENCE[first.kind] > DEFAULT_CONFIDENCE[second.kind];
}

/** Fields of every memory row. Rows are written once, with the scene, and never changed. */
const rowFields = {
  id: Id,
  scene: ScenePosition,
  /** The order of rows within their scene. */
  ordinal: z.int().min(0),
  characterId: Id.describe('Whose memory it is.'),
};

const Confidence = z.number().min(0).max(1);

/** One thing a character remembers. */
export const Observation = z.strictObject({
  row: z.literal('observation'),
  ...rowFields,
  content: Content,
  importance: Importance,
  observedAt: WorldTime,
  provenance: Provenance,
  confidence: Confidence,
  /** The entities it concerns. */
  about: Ids,
  tags: Tags,
});
export type Observation = Readonly<z.infer<typeof Observation>>;

/** Repetition of an observation. Repetitions are counted along the lineage, never written back. */
export const Reinforcement = z.strictObject({
  row: z.literal('reinforcement'),
  ...rowFields,
  observationId: Id,
  /** Wording of this repetition. */
  content: Content,
  /** Importance of this repetition. */
  importance: Importance,
  reinforcedAt: WorldTime,
  provenance: Provenance,
  confidence: Confidence,
});
export type Reinforcement = Readonly<z.infer<typeof Reinforcement>>;

/** Change a game master makes to a memory, effective from this scene on. */
export const MemoryChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('rewrite'), content: Content }),
  z.strictObject({ action: z.literal('weigh'), importance: Importance }),
  z.strictObject({ action: z.literal('retract'), reason: z.string().max(400) }),
  z.strictObject({ action: z.literal('restore') }),
]);
export type MemoryChange = Readonly<z.infer<typeof MemoryChange>>;

export const MemoryEdit = z.strictObject({
  row: z.literal('edit'),
  ...rowFields,
  observationId: Id,
  change: MemoryChange,
  /** The game master who made it. */
  by: Id,
});
export type MemoryEdit = Readonly<z.infer<typeof MemoryEdit>>;

export const MemoryRow = z.discriminatedUnion('row', [Observation, Reinforcement, MemoryEdit]);
export type MemoryRow = Observation | Reinforcement | MemoryEdit;

/** An observation as a step proposes it, before the engine gives it an id, a scene and a time. */
export const NewObservation = z.strictObject({
  characterId: Id,
  content: Content,
  importance: Importance,
  provenance: Provenance.default({ kind: 'witnessed' }),
  confidence: Confidence.optional().describe('Left out, it follows from the provenance.'),
  about: Ids.default([]),
  tags: Tags.default([]),
});
export type NewObservation = Readonly<z.infer<typeof NewObservation>>;
