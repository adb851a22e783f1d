import { z } from 'zod';
import { Escalation } from '#engine/rules/attempt-consequences.ts';
import { WorldTime } from '#engine/util/world-time.ts';
import { CharacterId, EntityId, FactionId, ItemId, LocationId } from '../ids.ts';
import { knowledge } from '../visibility.ts';
import {
  Amount,
  createRecordSchema,
  entityProvenance,
  JsonObject,
  Line,
  Prose,
  Slug,
  StoredName,
  Tags,
} from './field-types.ts';

const shared = {
  name: StoredName,
  description: Prose,
  tags: Tags,
  /** Other details from the pack, in the pack's own words; never shown to players. */
  attributes: JsonObject,
  /**
   * True when it left the story for good. The record stays, so no reference to it breaks and its id is never reused.
   */
  retired: z.boolean(),
  ...knowledge,
  ...entityProvenance,
};

/** A condition in rulesets without their own; the SRD keeps conditions in the stat block. */
const Condition = z.strictObject({
  name: StoredName,
  source: Line.optional(),
  until: WorldTime.optional(),
});

/** Data that must never reach a player: labels, intentions and notes by which the game master plays the character. */
const CharacterInternal = z.strictObject({
  alignment: Line.optional(),
  mbti: Line.optional(),
  personality: z.array(Line).max(20).optional(),
  /** Present attitude towards the personas. */
  disposition: Prose.optional(),
  interests: z.array(Line).max(20).optional(),
  /** Part the entry point gives the character in its story. */
  part: Line.optional(),
  sampleLines: z.array(Line).max(20).optional(),
  goals: z.array(Line).max(20).optional(),
  redLines: z.array(Line).max(20).optional(),
  knows: z.array(Line).max(60).optional(),
  withholds: z.array(Line).max(60).optional(),
  capabilities: Prose.optional(),
  /** Name of the ruleset's escalation profile it follows; `usual` when absent. */
  escalationProfile: Slug.optional(),
  /** Present level of escalation, and the provocations so far. */
  escalation: Escalation.optional(),
  notes: z.array(Prose).max(60).optional(),
});

export const CharacterStatus = z.enum(['conscious', 'unconscious', 'dead']);

export const Character = z.strictObject({
  kind: z.literal('character'),
  id: CharacterId,
  ...shared,
  role: Line,
  title: Line.optional(),
  gender: Line.optional(),
  pronouns: Line.optional(),
  born: Line.optional(),
  speech: Prose.optional(),
  /** Importance to the story; when space is short, minor characters are dropped first. */
  tier: z.enum(['major', 'supporting', 'minor']).optional(),
  /** Groups of the pack the character belongs to, by their ids. */
  categories: z.array(Line).max(20).optional(),
  /** Present occupation of the character, as the router's index shows it. */
  task: Line.optional(),
  placeId: LocationId.nullable(),
  factionId: FactionId.nullable(),
  status: CharacterStatus,
  captive: z.boolean(),
  /** Side it takes in a fight. `party` are companions, who also travel with the personas. Absent: decided in the fight. */
  side: z.enum(['party', 'foes', 'neutral']).optional(),
  /** True while it is out of sight on purpose, at any place. */
  hidden: z.boolean(),
  /** Place at which it is not simply met: something has to bring it into the scene. Void once it is elsewhere. */
  awayAt: LocationId.optional(),
  conditions: z.array(Condition).max(40),
  /** The ruleset's stat block, valid by the ruleset's schema. */
  stats: JsonObject,
  internal: CharacterInternal,
});

export const Exit = z.strictObject({
  to: LocationId,
  label: Line.optional(),
  minutes: Amount.min(0).optional(),
  /** Reason why the way cannot be passed now; absent when it is open. */
  blocked: Line.optional(),
  /** True for a way that is not shown to players until it is found. */
  secret: z.boolean().optional(),
});

export const Location = z.strictObject({
  kind: z.literal('location'),
  id: LocationId,
  ...shared,
  /** Ways out. Null: this part of the map is not drawn, so every place can be reached from here. */
  exits: z.array(Exit).max(60).nullable(),
  effects: z.array(Line).max(40),
  /** Part of the ruleset's state that belongs to this place. In force while the scene is here, kept while it is elsewhere. */
  sceneState: JsonObject.optional(),
});

export const Item = z.strictObject({
  kind: z.literal('item'),
  id: ItemId,
  ...shared,
  /** Place where it lies when no owner carries it. */
  placeId: LocationId.nullable(),
  portable: z.boolean(),
});

export const Faction = z.strictObject({
  kind: z.literal('faction'),
  id: FactionId,
  ...shared,
  leaderId: CharacterId.nullable(),
});

/** Character, location, item or faction with a name in the campaign. */
export const Entity = z.discriminatedUnion('kind', [Character, Location, Item, Faction]);

/** Quantity of one item an owner has, with remarkable properties (`equipped`, `stolen`). */
const Holding = z.strictObject({
  quantity: z.int().min(1).max(1_000_000_000),
  flags: z.array(Line).max(12),
});

/** Owner → item → holding. Characters, factions and locations (a chest, a shop) can own things. */
export const Inventory = createRecordSchema(EntityId, createRecordSchema(ItemId, Holding, 500), 2000);
