import { z } from 'zod';
import { FailureStreak } from '#engine/rules/attempt-consequences.ts';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId, EntityId, FactId, LocationId, PairKey } from './ids.ts';
import { Entity, Inventory } from './records/entities.ts';
import { createRecordSchema, JsonObject, Slug } from './records/field-types.ts';
import { PendingClarification, PendingRoll, PlanningBlock } from './records/planning.ts';
import { Agenda, Clock, Deadline, Resource } from './records/pressures.ts';
import { Economy, Law } from './records/realm.ts';
import { Relation, Relationship } from './records/relations.ts';
import { Combat, SceneSetting } from './records/scene.ts';
import {
  Calibration,
  Chapter,
  CoreMemory,
  Ending,
  Fact,
  Mission,
  PlannedChapter,
  ReachedEnding,
  Response,
  Thread,
} from './records/story.ts';

/** The version new snapshots are written in; `upgradeSnapshot` brings older ones here. */
export const SNAPSHOT_VERSION = 2;

export const MAX_SUMMARY = 24_000;
export const MAX_CORE_MEMORIES = 2000;
export const MAX_APART = 200;

const Count = z.int().min(0).max(1_000_000_000);

/** Number of ids given so far, by kind. Counters only grow, so no id is ever given twice along a lineage. */
const Counters = z.strictObject({
  /** By prefix and name, `npc_viktor` → 1. */
  entities: createRecordSchema(z.string().regex(/^[a-z0-9_]{1,90}$/), Count, 20_000),
  facts: Count,
  /** The chronicle's position: the number of the last event logged, `evt_0012` → 12. */
  events: Count,
  economy: Count,
});

/**
 * The whole world of a campaign after a turn, and its single truth. It is plain JSON. Only the operations of this
 * module change it, and never an object in place.
 */
export const Snapshot = z.strictObject({
  version: z.literal(SNAPSHOT_VERSION),
  rulesetId: Slug,
  calendarId: Slug,
  time: WorldTime,
  scene: SceneSetting,
  /** The characters players play. */
  personas: z.array(CharacterId).max(32),
  entities: createRecordSchema(EntityId, Entity, 5000),
  facts: createRecordSchema(FactId, Fact, 10_000),
  threads: createRecordSchema(Slug, Thread, 500),
  clocks: createRecordSchema(Slug, Clock, 500),
  inventory: Inventory,
  relations: createRecordSchema(PairKey, Relation, 5000),
  /** By `from|to|type`. */
  relationships: createRecordSchema(z.string().max(300), Relationship, 5000),
  missions: createRecordSchema(Slug, Mission, 500),
  deadlines: createRecordSchema(Slug, Deadline, 500),
  agendas: createRecordSchema(CharacterId, Agenda, 500),
  resources: createRecordSchema(Slug, Resource, 500),
  laws: createRecordSchema(Slug, Law, 1000),
  economy: Economy,
  combat: Combat.nullable(),
  chapter: Chapter,
  /** Chapters the author planned, the next one first. */
  plannedChapters: z.array(PlannedChapter).max(60).optional(),
  /** Events of this chapter so far, a sentence or two for each turn. */
  runningSummary: z.string().max(MAX_SUMMARY),
  /** Summaries of turns that only these personas perceived, oldest first. Absent while the party was never apart. */
  apart: z
    .array(z.strictObject({ personaIds: z.array(CharacterId).max(32), text: z.string().max(2000) }))
    .max(MAX_APART)
    .optional(),
  coreMemories: z.array(CoreMemory).max(MAX_CORE_MEMORIES).meta({ maxItems: MAX_CORE_MEMORIES }),
  planning: PlanningBlock,
  pendingRoll: PendingRoll.nullable(),
  pendingClarification: PendingClarification.nullable(),
  /** Failures in a row and what they bound, by persona. */
  failureStreaks: createRecordSchema(CharacterId, FailureStreak, 32),
  calibration: Calibration,
  /** The ruleset's own scene state, valid by the ruleset's JSON Schema. */
  rulesetState: JsonObject,
  /** State of places that the story began with. In force at places that say nothing. Absent where no place says anything. */
  usualPlaceState: JsonObject.optional(),
  /** Campaign state no ruleset and no record has a place for. */
  custom: JsonObject,
  /** Authored answers of characters and places, by id. Absent where the pack wrote none. */
  responses: createRecordSchema(Slug, Response, 500).optional(),
  /** Ways the story can end, in the order they are tried. Absent where the pack wrote none. */
  endings: z.array(Ending).max(20).optional(),
  /** The ending that was reached; the story is over. */
  ending: ReachedEnding.optional(),
  /** Name of the opening the players chose. Absent where the story begins as usual. */
  opening: z.string().max(120).optional(),
  /** Places the personas have been to. Kept only where an authored condition asks for it. */
  visitedIds: z.array(LocationId).max(2000).optional(),
  counters: Counters,
});

type Primitive = string | number | boolean | null | undefined;
type Frozen<Value> = Value extends Primitive
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof Value]: Frozen<Value[Key]> };

export type Snapshot = Frozen<z.infer<typeof Snapshot>>;
export type Counters = Snapshot['counters'];

/** One record of a collection of the snapshot: `CollectionRecord<'facts'>` is a fact. */
export type CollectionRecord<Collection extends keyof Snapshot> = Snapshot[Collection] extends {
  readonly [key: string]: infer Value;
}
  ? Value
  : never;
