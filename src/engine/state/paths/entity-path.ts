import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { OperationContext } from '../operation.ts';
import type { Entity } from '../record.ts';
import { Character, Faction, Item, Location } from '../records/entities.ts';
import type { Snapshot } from '../snapshot.ts';
import { suggestName } from '../suggest-name.ts';
import { parsePath, readPath } from './json-path.ts';
import { hasSchemaPath, listSchemaNames } from './schema-path.ts';

const SHAPES = {
  character: Character.shape,
  location: Location.shape,
  item: Item.shape,
  faction: Faction.shape,
};

/** Fields that cannot be set by path, with the advice for each. */
const FIXED: Readonly<Record<string, string>> = {
  id: 'an id never changes',
  kind: 'what an entity is never changes',
  origin: 'where it came from never changes',
  packId: 'where it came from never changes',
  packEntityId: 'where it came from never changes',
  retired: 'use retire_entity',
  visibility: 'use discover_entity',
  knownTo: 'use discover_entity',
  conditions: 'use add_condition and remove_condition',
  exits: 'use connect_places or reveal_exit',
  status: 'use set_life',
};

/** Fields of a player's character that the story alone may change; its identity belongs to its player. */
const OF_PERSONAS: readonly string[] = [
  'description',
  'title',
  'tags',
  'task',
  'factionId',
  'captive',
  'stats',
];

/** Returns the steps of a path into an entity, or the reason why it may not be changed. */
export function parseEntityPath(
  snapshot: Snapshot,
  entity: Entity,
  path: string,
  context: OperationContext,
): readonly string[] | Rejection {
  const steps = parsePath(path);
  if ('rejected' in steps) return steps;
  const [field = ''] = steps;
  const shape = SHAPES[entity.kind];
  if (!Object.hasOwn(shape, field)) {
    const hint = suggestName(field, Object.keys(shape));
    return reject('unknown-path', `A ${entity.kind} has no ${field}.${hint}`, ['path']);
  }
  const fixed = Object.hasOwn(FIXED, field) ? FIXED[field] : undefined;
  if (fixed !== undefined) return reject('fixed-field', `${field} cannot be set: ${fixed}.`, ['path']);
  const refusal = context.asker === 'model' ? refusedToModels(snapshot, entity, steps) : null;
  return refusal ?? refusedByRules(snapshot, entity, steps, context) ?? steps;
}

function refusedByRules(
  snapshot: Snapshot,
  entity: Entity,
  steps: readonly string[],
  { asker, rules }: OperationContext,
): Rejection | null {
  const [field, ...below] = steps;
  const overrules = asker === 'gm' || asker === 'god';
  if (field === 'placeId' && !overrules && snapshot.scene.presentIds.includes(entity.id)) {
    return reject('fixed-field', `${entity.name} is in the scene: use move_party or leave_scene.`, ['path']);
  }
  if (field !== 'stats') return null;
  if (asker === 'model' && rules.srd5e) {
    const instead = 'deal_damage, heal, spend_resource, take_rest, add_condition or award_experience';
    return reject('fixed-field', `A stat block changes by the rules: use ${instead}.`, ['path']);
  }
  if (below.length === 0 || entity.kind !== 'character') return null;
  if (readPath(entity.stats, below) !== undefined || hasSchemaPath(rules.statSchema, below)) return null;
  const hint = suggestName(below.at(-1) ?? '', listSchemaNames(rules.statSchema, below.slice(0, -1)));
  return reject('unknown-path', `A stat block of this ruleset has no ${below.join('.')}.${hint}`, ['path']);
}

function refusedToModels(
  { personas }: Snapshot,
  { id, name }: Entity,
  [field = '', below, entry]: readonly string[],
): Rejection | null {
  if (personas.some((persona) => persona === id) && !OF_PERSONAS.includes(field)) {
    return reject('is-persona', `${name} is a player's persona; its ${field} is not a model's to change.`, [
      'path',
    ]);
  }
  // A model may not set or remove single entries of `withholds`.
  if (field !== 'internal' || below !== 'withholds' || entry === undefined) return null;
  return reject('fixed-field', `What ${name} withholds is let go by what players do, or by a game master.`, [
    'path',
  ]);
}
