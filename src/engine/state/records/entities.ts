import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Escalation } from '#engine/rules/escalation.ts';
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
  /** Whatever else the pack says of it, in the pack's own words; never shown to players. */
  attributes: JsonObject,
  /** Left the story for good. The record stays, so nothing that names it breaks and its id is never reused. */
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

/** What must never reach a player: labels, intentions and notes the game master plays the character by. */
const CharacterInternal = z.strictObject({
  alignment: Line.optional(),
  mbti: Line.optional(),
  personality: z.array(Line).max(20).optional(),
  /** How it meets the personas these days. */
  disposition: Prose.optional(),
  interests: z.array(Line).max(20).optional(),
  sampleLines: z.array(Line).max(20).optional(),
  goals: z.array(Line).max(20).optional(),
  redLines: z.array(Line).max(20).optional(),
  knows: z.array(Line).max(60).optional(),
  withholds: z.array(Line).max(60).optional(),
  capabilities: Prose.optional(),
  /** Which of the ruleset's escalation profiles it goes by; `usual` when absent. */
  escalationProfile: Slug.optional(),
  /** How far it has been driven so far. */
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
  /** How much it matters to the story; when space is short, minor characters go first. */
  tier: z.enum(['major', 'supporting', 'minor']).optional(),
  /** What the character is busy with, as the router's index shows it. */
  task: Line.optional(),
  placeId: LocationId.nullable(),
  factionId: FactionId.nullable(),
  status: CharacterStatus,
  captive: z.boolean(),
  /** Out of sight on purpose, wherever it is. */
  hidden: z.boolean(),
  conditions: z.array(Condition).max(40),
  /** The ruleset's stat block, valid by the ruleset's schema. */
  stats: JsonObject,
  internal: CharacterInternal,
});

export const Exit = z.strictObject({
  to: LocationId,
  label: Line.optional(),
  minutes: Amount.min(0).optional(),
  /** Why nobody can pass now; absent when the way is open. */
  blocked: Line.optional(),
  /** Not shown to players until it is found. */
  secret: z.boolean().optional(),
});

export const Location = z.strictObject({
  kind: z.literal('location'),
  id: LocationId,
  ...shared,
  /** The ways out. Null: nobody drew this part of the map, so every place can be reached from here. */
  exits: z.array(Exit).max(60).nullable(),
  effects: z.array(Line).max(40),
});

export const Item = z.strictObject({
  kind: z.literal('item'),
  id: ItemId,
  ...shared,
  /** Where it lies when nobody carries it. */
  placeId: LocationId.nullable(),
  portable: z.boolean(),
});

export const Faction = z.strictObject({
  kind: z.literal('faction'),
  id: FactionId,
  ...shared,
  leaderId: CharacterId.nullable(),
});

/** Somebody or something the campaign has a name for. */
export const Entity = z.discriminatedUnion('kind', [Character, Location, Item, Faction]);

/** How many of one item somebody has, and what is remarkable about them (`equipped`, `stolen`). */
const Holding = z.strictObject({
  quantity: z.int().min(1).max(1_000_000_000),
  flags: z.array(Line).max(12),
});

/** Owner → item → holding. Characters, factions and locations (a chest, a shop) can own things. */
export const Inventory = createRecordSchema(EntityId, createRecordSchema(ItemId, Holding, 500), 2000);
