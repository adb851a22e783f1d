import { z } from 'zod';

const TAIL = '[a-z0-9_]{1,80}_\\d{3,}';
const matching = (prefixes: string) => new RegExp(`^(?:${prefixes})_${TAIL}$`);
const saying = (what: string, example: string) => `${what} looks like ${example}`;

/** A person or creature: a player's persona (`pc_`) or any other character (`npc_`). */
export const CharacterId = z
  .string()
  .regex(matching('pc|npc'), saying('a character id', 'npc_viktor_001'))
  .brand<'CharacterId'>();
export type CharacterId = z.infer<typeof CharacterId>;

export const LocationId = z
  .string()
  .regex(matching('loc'), saying('a location id', 'loc_neon_dragon_001'))
  .brand<'LocationId'>();
export type LocationId = z.infer<typeof LocationId>;

export const ItemId = z
  .string()
  .regex(matching('item'), saying('an item id', 'item_rusty_key_001'))
  .brand<'ItemId'>();
export type ItemId = z.infer<typeof ItemId>;

export const FactionId = z
  .string()
  .regex(matching('faction'), saying('a faction id', 'faction_night_market_001'))
  .brand<'FactionId'>();
export type FactionId = z.infer<typeof FactionId>;

/** Any entity. The prefix says which kind; once given, an id never changes and is never given again. */
export type EntityId = CharacterId | LocationId | ItemId | FactionId;
// One pattern instead of a union of four, so that a wrong id gets one clear sentence; it admits exactly those four.
export const EntityId = z
  .string()
  .regex(
    matching('pc|npc|loc|item|faction'),
    'an entity id is pc_, npc_, loc_, item_ or faction_, a snake_case name and three digits, like npc_viktor_001',
  ) as unknown as z.ZodType<EntityId>;

export const FactId = z
  .string()
  .regex(/^fact_\d{4,}$/, saying('a fact id', 'fact_0001'))
  .brand<'FactId'>();
export type FactId = z.infer<typeof FactId>;

export const EventId = z
  .string()
  .regex(/^evt_\d{4,}$/, saying('an event id', 'evt_0001'))
  .brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** Id of an entity's source in a pack: `neo_seattle:viktor`. */
export const PackEntityId = z
  .string()
  .max(160)
  .regex(/^[a-z0-9][a-z0-9_-]*:[a-z0-9][a-z0-9_.-]*$/, saying('a pack entity id', 'neo_seattle:viktor'))
  .brand<'PackEntityId'>();
export type PackEntityId = z.infer<typeof PackEntityId>;

/** Key of an unordered pair, `low|high`; the order in which the two are named does not matter. */
export const PairKey = z
  .string()
  .regex(/^(?:pc|npc)_[a-z0-9_]+\|(?:pc|npc)_[a-z0-9_]+$/, 'a pair is two character ids joined by |')
  .brand<'PairKey'>();
export type PairKey = z.infer<typeof PairKey>;

export function toPairKey(one: CharacterId, other: CharacterId): PairKey {
  const [low, high] = one < other ? [one, other] : [other, one];
  return PairKey.parse(`${low}|${high}`);
}

export const ID_PREFIXES = ['pc', 'npc', 'loc', 'item', 'faction'] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

const MAX_SNAKE_NAME = 60;

/**
 * Converts a name to snake_case: `Álvaro de Luna` → `alvaro_de_luna`. A name without a Latin letter or digit becomes
 * `unnamed`.
 */
export function toSnakeName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const snake = plain
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_SNAKE_NAME)
    .replace(/^_+|_+$/g, '');
  return snake === '' ? 'unnamed' : snake;
}

/** Writes an id from its parts: prefix, snake_case name and sequence, at least three digits. */
export function formatEntityId(prefix: IdPrefix, snake: string, sequence: number): EntityId {
  return EntityId.parse(`${prefix}_${snake}_${String(sequence).padStart(3, '0')}`);
}
