import type { Json } from '#engine/kit/canonical-json.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { isJsonObject, readAt } from '../parts/json-path.ts';
import type { Character } from '../record.ts';
import { type Assignment, DELETE, type Situation } from './assignment.ts';
import { namedCharacter, namedItem, namedLocation } from './named.ts';

/** What the state says at a path of the protocol; undefined where the engine keeps nothing to compare. */
export function readClaimed({ path, value }: Assignment, situation: Situation): Json | undefined {
  const { snapshot, personaId } = situation;
  const [root, ...fields] = path;
  switch (root) {
    case 'player_character_data': {
      const persona = snapshot.entities[personaId];
      return persona?.kind === 'character' ? readCharacter(persona, fields, value, situation) : undefined;
    }
    case 'npc_data': {
      const [name = '', ...rest] = fields;
      const character = namedCharacter(snapshot, name);
      if (character === null) return value === DELETE ? DELETE : undefined;
      return rest.length === 0 && value === DELETE
        ? 'present in the state'
        : readCharacter(character, rest, value, situation);
    }
    case 'world_data':
      return readWorld(fields, value, situation);
    case 'custom_campaign_state':
      return readAt(snapshot.custom, fields);
    default:
      return undefined;
  }
}

function readWorld(
  [field, part]: readonly string[],
  value: Json,
  { snapshot, calendar }: Situation,
): Json | undefined {
  if (field === 'current_location') return placeLike(snapshot.scene.placeId, value, snapshot);
  if (field === 'world_time' && part !== undefined) {
    const { timeOfDay, ...parts } = calendar.partsOf(snapshot.time);
    const read: { readonly [part: string]: Json | undefined } = { ...parts, time_of_day: timeOfDay };
    return read[part];
  }
  return undefined;
}

/** A place as the claim names it, by id or by name, so that both compare. */
function placeLike(placeId: string | null, value: Json, snapshot: Situation['snapshot']): Json {
  const claimed = typeof value === 'string' ? namedLocation(snapshot, value) : null;
  return claimed !== null && claimed.id === placeId ? value : placeId;
}

function readCharacter(
  character: Character,
  fields: readonly string[],
  value: Json,
  { snapshot, rules }: Situation,
): Json | undefined {
  const [field = '', ...rest] = fields;
  switch (field) {
    case 'name':
      return character.name;
    case 'role':
      return character.role;
    case 'status':
      return character.status;
    case 'conscious':
      return character.status === 'conscious';
    case 'captive':
      return character.captive;
    case 'present':
      return snapshot.scene.presentIds.includes(character.id);
    case 'location':
    case 'current_location':
      return placeLike(character.placeId, value, snapshot);
    case 'inventory':
      return readItem(character, rest, value, snapshot);
    default:
      return rules.srd5e ? readBlock(character, [field, ...rest].join('.')) : undefined;
  }
}

function readItem(
  character: Character,
  [name = '']: readonly string[],
  value: Json,
  snapshot: Situation['snapshot'],
): Json | undefined {
  if (name === 'gold') return readBlock(character, 'gold');
  const item = namedItem(snapshot, name);
  const held = item === null ? undefined : snapshot.inventory[character.id]?.[item.id];
  if (held === undefined) return typeof value === 'number' ? 0 : DELETE;
  // A description of a thing is claimed to be there, which it is.
  return isJsonObject(value) ? value : held.quantity;
}

function readBlock({ stats }: Character, field: string): Json | undefined {
  const parsed = Srd5eStatBlock.safeParse(stats);
  if (!parsed.success) return readAt(stats, BLOCK_PATHS[field] ?? [field]);
  // A stat block is JSON.
  return readAt(parsed.data as unknown as Json, BLOCK_PATHS[field] ?? [field]);
}

const BLOCK_PATHS: Readonly<Record<string, readonly string[]>> = {
  hp_current: ['hit_points', 'current'],
  hp_max: ['hit_points', 'max'],
  temp_hp: ['hit_points', 'temporary'],
  gold: ['resources', 'gold'],
  'resources.gold': ['resources', 'gold'],
  'experience.current': ['experience'],
};
