import { Mechanics } from '#engine/rules/mechanics.ts';
import { gregorian, harptos } from '#engine/rules/time/built-in-calendars.ts';
import { type ApplyContext, applyOperations } from '#engine/state/apply-operations.ts';
import { createSnapshot } from '#engine/state/create-snapshot.ts';
import { CharacterId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import type { Character, Faction, Item, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createStateRules, type StateRules } from '#engine/state/state-rules.ts';
import type { Rejection } from '#engine/util/rejection.ts';

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
  return createSnapshot({
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
  createStateRules({
    mechanics: Mechanics.parse({
      pipeline: 'full',
      resolution: { kind: 'banded' },
      meters: {
        heat: { name: 'Heat' },
        cred: { name: 'Cred', max: 1_000_000, better: 'higher', money: true },
        harm: {
          name: 'Harm',
          max: 6,
          at_max: {
            text: 'Harm is all there is.',
            condition: 'gone',
            operations: [{ op: 'set_life', characterId: 'persona', status: 'unconscious' }],
          },
        },
        rep: { name: 'Rep', min: -10, better: 'higher' },
      },
    }),
    stateSchema: STATE_SCHEMA,
    statSchema: STAT_SCHEMA,
  }),
);

/** The SRD with its built-in stat block. */
export const SRD5E: StateRules = sound(
  createStateRules({
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
export function applied(snapshot: Snapshot, proposals: readonly unknown[], context = asking()): Snapshot {
  const { snapshot: after, rejected } = applyOperations(snapshot, proposals, context);
  if (rejected[0] !== undefined) throw new Error(rejected[0].rejection.reason);
  return after;
}

/** Why one proposal is refused. Throws when it is not, or when the snapshot is not the very same object. */
export function refusal(snapshot: Snapshot, proposal: unknown, context = asking()): Rejection {
  const { snapshot: after, rejected, effects } = applyOperations(snapshot, [proposal], context);
  const [refused] = rejected;
  if (refused === undefined) throw new Error('the proposal was accepted');
  if (after !== snapshot || effects.length > 0) throw new Error('something was changed');
  return refused.rejection;
}

export const KIRA = CharacterId.parse('pc_kira_001');
export const PIP = CharacterId.parse('pc_pip_001');
export const GOBLIN = CharacterId.parse('npc_goblin_001');
export const ROAD = LocationId.parse('loc_road_001');

const ORDINARY = {
  strength: 10,
  dexterity: 10,
  constitution: 10,
  intelligence: 10,
  wisdom: 10,
  charisma: 10,
};

export const KIRA_BLOCK = {
  abilities: { ...ORDINARY, strength: 16, constitution: 14 },
  classes: [{ class: 'fighter', level: 3 }],
  hit_points: { current: 28, max: 28 },
  experience: 900,
  resources: {
    gold: 15,
    hit_dice: { d10: { total: 3 } },
    class_features: { second_wind: { total: 1, recovery: 'short_rest' } },
    consumables: { potions: 2 },
  },
};

export const PIP_BLOCK = {
  abilities: { ...ORDINARY, intelligence: 16 },
  classes: [{ class: 'wizard', level: 2 }],
  hit_points: { current: 12, max: 12 },
  experience: 300,
  resources: { hit_dice: { d6: { total: 2 } }, spell_slots: { 1: { total: 3 } } },
};

export const GOBLIN_BLOCK = {
  abilities: { ...ORDINARY, dexterity: 14 },
  challenge_rating: '1/4',
  hit_points: { current: 7, max: 7 },
};

/** Kira, a fighter of level 3, and Pip, a wizard of level 2, meet a goblin on the road. The SRD applies. */
export function goblinRoad(more: Partial<Snapshot> = {}): Snapshot {
  return createSnapshot({
    rulesetId: 'srd5e',
    calendarId: 'harptos',
    time: { day: 500, microsecond: 8 * 3_600_000_000 },
    scene: {
      placeId: ROAD,
      presentIds: [KIRA, PIP, GOBLIN],
      obscuredIds: [],
      visibility: 'clear',
      noise: 'normal',
      constraints: [],
    },
    personas: [KIRA, PIP],
    entities: {
      [KIRA]: character(KIRA, 'Kira', { placeId: ROAD, stats: KIRA_BLOCK }),
      [PIP]: character(PIP, 'Pip', { placeId: ROAD, stats: PIP_BLOCK }),
      [GOBLIN]: character(GOBLIN, 'Goblin', { placeId: ROAD, stats: GOBLIN_BLOCK }),
      [ROAD]: location(ROAD, 'Road', { exits: null }),
    },
    counters: {
      entities: { pc_kira: 1, pc_pip: 1, npc_goblin: 1, loc_road: 1 },
      facts: 0,
      events: 0,
      economy: 0,
    },
    ...more,
  });
}

/** A model that proposes on the road. */
export function onTheRoad(more: Partial<ApplyContext> = {}): ApplyContext {
  return asking({ rules: SRD5E, calendar: harptos, ...more });
}
