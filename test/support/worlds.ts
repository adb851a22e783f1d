import { CharacterId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import { newSnapshot } from '#engine/state/new-snapshot.ts';
import type { OperationContext } from '#engine/state/operation.ts';
import type { Character, Faction, Item, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

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

/** A game master at scene 3 whose ruleset allows everything. */
export function asking(more: Partial<OperationContext> = {}): OperationContext {
  return { asker: 'model', sceneIndex: 3, allowedOperations: 'all', ...more };
}
