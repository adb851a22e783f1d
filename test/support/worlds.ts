import type { Rejection } from '#engine/kit/rejection.ts';
import { gregorian } from '#engine/rules/calendar-built-in.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { type ApplyContext, applyOperations } from '#engine/state/apply.ts';
import { CharacterId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import { newSnapshot } from '#engine/state/new-snapshot.ts';
import type { Character, Faction, Item, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { type StateRules, stateRules } from '#engine/state/state-rules.ts';

export const ADA = CharacterId.parse('pc_ada_001');
export const BRUNO = CharacterId.parse('pc_bruno_001');
export const VIKTOR = CharacterId.parse('npc_viktor_001');
export const MIRA = CharacterId.parse('npc_mira_001');
export const HALL = LocationId.parse('loc_hall_001');
export const CELLAR = LocationId.parse('loc_cellar_001');
export const TOWER = LocationId.parse('loc_tower_001');
export const KEY = ItemId.parse('item_rusty_key_001');
export const LAMP = ItemId.parse('item_lamp_001');
export const GUILD = FactionId.parse('faction_night_market_001');

const shared = {
  description: '',
  tags: [],
  attributes: {},
  retired: false,
  visibility: 'public',
  knownTo: [],
  origin: 'campaign',
} as const;

export function character(id: CharacterId, name: string, more: Partial<Character> = {}): Character {
  return {
    kind: 'character',
    id,
    name,
    ...shared,
    role: 'villager',
    placeId: HALL,
    factionId: null,
    status: 'conscious',
    captive: false,
    hidden: false,
    conditions: [],
    stats: {},
    internal: {},
    ...more,
  };
}

export function location(id: LocationId, name: string, more: Partial<Location> = {}): Location {
  return { kind: 'location', id, name, ...shared, exits: [], effects: [], ...more };
}

export function item(id: ItemId, name: string, more: Partial<Item> = {}): Item {
  return { kind: 'item', id, name, ...shared, placeId: null, portable: true, ...more };
}

export function faction(id: FactionId, name: string, more: Partial<Faction> = {}): Faction {
  return { kind: 'faction', id, name, ...shared, leaderId: null, ...more };
}

/**
 * Ada and Bruno, two players' personas, stand in the hall with Viktor. A door leads to the cellar, where Mira
 * waits; the tower has no door. Ada carries a rusty key; a lamp stands in the hall. Day 10, nine in the morning.
 */
export function hallAndCellar(more: Partial<Snapshot> = {}): Snapshot {
  return newSnapshot({
    rulesetId: 'freeform',
    calendarId: 'gregorian',
    time: { day: 10, microsecond: 9 * 3_600_000_000 },
    scene: {
      placeId: HALL,
      presentIds: [ADA, BRUNO, VIKTOR],
      obscuredIds: [],
      visibility: 'clear',
      noise: 'normal',
      constraints: [],
    },
    personas: [ADA, BRUNO],
    entities: {
      [ADA]: character(ADA, 'Ada'),
      [BRUNO]: character(BRUNO, 'Bruno'),
      [VIKTOR]: character(VIKTOR, 'Viktor', {
        role: 'fixer',
        internal: { alignment: 'neutral', mbti: 'ISTP', withholds: ['his debt to Zenith'] },
      }),
      [MIRA]: character(MIRA, 'Mira', { placeId: CELLAR, factionId: GUILD }),
      [HALL]: location(HALL, 'Hall', { exits: [{ to: CELLAR, minutes: 2 }] }),
      [CELLAR]: location(CELLAR, 'Cellar', { exits: [{ to: HALL, minutes: 2 }] }),
      [TOWER]: location(TOWER, 'Tower'),
      [KEY]: item(KEY, 'Rusty key'),
      [LAMP]: item(LAMP, 'Lamp', { placeId: HALL }),
      [GUILD]: faction(GUILD, 'Night Market', { leaderId: MIRA }),
    },
    rulesetState: { pressure_clock: 2, guard: { alertness: 3, post: 'door' }, weather: 'rain' },
    inventory: { [ADA]: { [KEY]: { quantity: 1, flags: [] } } },
    counters: {
      entities: {
        pc_ada: 1,
        pc_bruno: 1,
        npc_viktor: 1,
        npc_mira: 1,
        loc_hall: 1,
        loc_cellar: 1,
        loc_tower: 1,
        item_rusty_key: 1,
        item_lamp: 1,
        faction_night_market: 1,
      },
      facts: 0,
      events: 0,
      economy: 0,
    },
    ...more,
  });
}

const STATE_SCHEMA = {
  type: 'object',
  required: ['pressure_clock'],
  properties: {
    pressure_clock: { type: 'integer', minimum: 0, maximum: 6 },
    mood: { type: 'string' },
    guard: {
      type: 'object',
      properties: { alertness: { type: 'integer', minimum: 0, maximum: 10 }, post: { type: 'string' } },
    },
    clues: { type: 'array', items: { type: 'string' } },
    doors: { type: 'object', additionalProperties: { type: 'string' } },
  },
} as const;

const STAT_SCHEMA = {
  type: 'object',
  properties: { chemistry: { type: 'integer', minimum: 0, maximum: 10 }, shyness: { type: 'integer' } },
} as const;

const sound = (rules: StateRules | Rejection): StateRules => {
  if ('rejected' in rules) throw new Error(rules.reason);
  return rules;
};

/** 2d6 and bands, a pressure clock and a guard in the scene state, chemistry and shyness as stats. */
export const FREEFORM: StateRules = sound(
  stateRules({
    mechanics: Mechanics.parse({ pipeline: 'full', resolution: { kind: 'banded' } }),
    stateSchema: STATE_SCHEMA,
    statSchema: STAT_SCHEMA,
  }),
);

/** The SRD with its built-in stat block. */
export const SRD5E: StateRules = sound(
  stateRules({
    mechanics: Mechanics.parse({ pipeline: 'full', resolution: { kind: 'srd5e' } }),
    stateSchema: { type: 'object' },
    statSchema: 'srd5e',
  }),
);

/** A model that proposes for scene 3 of a campaign whose ruleset allows everything. */
export function asking(more: Partial<ApplyContext> = {}): ApplyContext {
  const dice = { seed: 'a seed for tests', nextOrdinal: 0 };
  return { asker: 'model', sceneIndex: 3, rules: FREEFORM, calendar: gregorian, dice, ...more };
}

/** The snapshot after operations that must all be accepted. */
export function after(snapshot: Snapshot, proposals: readonly unknown[], context = asking()): Snapshot {
  const applied = applyOperations(snapshot, proposals, context);
  if (applied.rejected[0] !== undefined) throw new Error(applied.rejected[0].rejection.reason);
  return applied.snapshot;
}
