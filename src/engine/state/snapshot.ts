import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { FailureStreak } from '#engine/rules/failure-streak.ts';
import { CharacterId, EntityId, FactId, PairKey } from './ids.ts';
import { Agenda } from './records/agenda.ts';
import { JsonObject, recordOf, Slug } from './records/bounds.ts';
import { Clock } from './records/clock.ts';
import { Combat } from './records/combat.ts';
import { Deadline } from './records/deadline.ts';
import { Economy } from './records/economy.ts';
import { Entity } from './records/entity.ts';
import { Fact } from './records/fact.ts';
import { Inventory } from './records/inventory.ts';
import { Law } from './records/law.ts';
import { Meters } from './records/meters.ts';
import { Mission } from './records/mission.ts';
import { PendingClarification, PendingRoll } from './records/pending.ts';
import { PlanningBlock } from './records/planning-block.ts';
import { Relation, Relationship } from './records/relation.ts';
import { Resource } from './records/resource.ts';
import { SceneSetting } from './records/scene-setting.ts';
import { Calibration, Chapter, CoreMemory } from './records/story.ts';
import { Thread } from './records/thread.ts';

/** The version new snapshots are written in; `upgradeSnapshot` brings older ones here. */
export const SNAPSHOT_VERSION = 1;

export const MAX_SUMMARY = 24_000;
export const MAX_CORE_MEMORIES = 2000;

const Count = z.int().min(0).max(1_000_000_000);

/** How many ids of each kind were given so far. They only grow, so no id is ever given twice along a lineage. */
const Counters = z.strictObject({
  /** By prefix and name, `npc_viktor` → 1. */
  entities: recordOf(z.string().regex(/^[a-z0-9_]{1,90}$/), Count, 20_000),
  facts: Count,
  /** The chronicle's position: the number of the last event logged, `evt_0012` → 12. */
  events: Count,
  economy: Count,
});

/**
 * The whole world of a campaign after a turn, and its single truth. It is plain JSON; nothing but the
 * operations of this room changes it, and they never change an object in place.
 */
export const Snapshot = z.strictObject({
  version: z.literal(SNAPSHOT_VERSION),
  rulesetId: Slug,
  calendarId: Slug,
  time: WorldTime,
  scene: SceneSetting,
  /** The characters players play. */
  personas: z.array(CharacterId).max(32),
  entities: recordOf(EntityId, Entity, 5000),
  facts: recordOf(FactId, Fact, 10_000),
  threads: recordOf(Slug, Thread, 500),
  clocks: recordOf(Slug, Clock, 500),
  inventory: Inventory,
  relations: recordOf(PairKey, Relation, 5000),
  /** By `from|to|type`. */
  relationships: recordOf(z.string().max(300), Relationship, 5000),
  missions: recordOf(Slug, Mission, 500),
  deadlines: recordOf(Slug, Deadline, 500),
  agendas: recordOf(CharacterId, Agenda, 500),
  resources: recordOf(Slug, Resource, 500),
  laws: recordOf(Slug, Law, 1000),
  economy: Economy,
  combat: Combat.nullable(),
  chapter: Chapter,
  /** What happened in this chapter so far, a sentence or two for each turn. */
  runningSummary: z.string().max(MAX_SUMMARY),
  coreMemories: z.array(CoreMemory).max(MAX_CORE_MEMORIES).meta({ maxItems: MAX_CORE_MEMORIES }),
  planning: PlanningBlock,
  pendingRoll: PendingRoll.nullable(),
  pendingClarification: PendingClarification.nullable(),
  /** Failures in a row and what they bound, by persona. */
  failureStreaks: recordOf(CharacterId, FailureStreak, 32),
  /** What attempts have cost so far, by persona. */
  meters: recordOf(CharacterId, Meters, 32),
  calibration: Calibration,
  /** The ruleset's own scene state, valid by the ruleset's JSON Schema. */
  rulesetState: JsonObject,
  /** Campaign state no ruleset and no record has a place for. */
  custom: JsonObject,
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

/** One record of a collection of the snapshot: `RecordOf<'facts'>` is a fact. */
export type RecordOf<Collection extends keyof Snapshot> = Snapshot[Collection] extends {
  readonly [key: string]: infer Value;
}
  ? Value
  : never;
