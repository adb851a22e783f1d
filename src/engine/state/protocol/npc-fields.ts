import { reject } from '#engine/kit/rejection.ts';
import { allocateEntityId } from '../allocate.ts';
import { suggestion } from '../nearest-name.ts';
import type { Proposal } from '../operations.ts';
import { isJsonObject } from '../parts/json-path.ts';
import { type Assignment, DELETE, type Situation, type Translation } from './assignment.ts';
import { characterField } from './character-fields.ts';
import { characterNames, namedCharacter } from './named.ts';

/** What stands below `npc_data`: characters by their display name, one field at a time. */
export function npcFields(
  [name, ...fields]: readonly string[],
  assignment: Assignment,
  situation: Situation,
): Translation {
  if (name === undefined) return 'descend';
  const character = namedCharacter(situation.snapshot, name);
  if (character === null) return unknownCharacter(name, fields, assignment, situation);
  if (fields.length > 0) return characterField(character, fields, assignment, situation);
  if (assignment.value === DELETE) return [{ op: 'retire_entity', entityId: character.id }];
  if (isJsonObject(assignment.value)) return 'descend';
  return reject(
    'replaces-parent',
    `${character.name} is a record; name one of its fields, like ${name}.hp_current.`,
    assignment.path,
  );
}

function unknownCharacter(
  name: string,
  fields: readonly string[],
  assignment: Assignment,
  situation: Situation,
): Translation {
  const { value, path } = assignment;
  if (fields.length > 0 || !isJsonObject(value)) {
    const hint = suggestion(name, characterNames(situation.snapshot));
    return reject('unknown-entity', `Nobody here is called ${name}.${hint}`, path);
  }
  const { id } = allocateEntityId(situation.snapshot, 'npc', name);
  if (value.string_id !== undefined && value.string_id !== id) {
    const found = JSON.stringify(value.string_id).slice(0, 60);
    return reject('wrong-id', `${name} gets the id "${id}", not ${found}; write that or leave it out.`, [
      ...path,
      'string_id',
    ]);
  }
  return newCharacter(name, value, assignment, situation);
}

type Described = { readonly [key: string]: Assignment['value'] };

/** Fields that are said of somebody new at once; the rest follows, one by one. */
const AT_ONCE = [
  'string_id',
  'role',
  'description',
  'present',
  'hp_current',
  'hp_max',
  'attributes',
  'armor_class',
  'level',
];

function newCharacter(
  name: string,
  value: Described,
  { path }: Assignment,
  { rules }: Situation,
): Translation {
  const text = (field: string) => (typeof value[field] === 'string' ? value[field] : '');
  const introduced: Proposal = {
    op: 'introduce_entity',
    kind: 'character',
    name,
    role: text('role'),
    description: text('description'),
    present: value.present !== false,
    ...(rules.srd5e && value.hp_max !== undefined && { stats: statBlockFrom(value) }),
  };
  const later = Object.entries(value).filter(([field]) => !AT_ONCE.includes(field));
  return {
    operations: [introduced],
    details: later.map(([field, detail]) => ({ path: [...path, field], value: detail })),
  };
}

const ORDINARY = {
  strength: 10,
  dexterity: 10,
  constitution: 10,
  intelligence: 10,
  wisdom: 10,
  charisma: 10,
};

/** The stat block a newcomer's fields describe; whatever makes no sense is found when it is introduced. */
function statBlockFrom({ hp_current, hp_max, attributes, armor_class }: Described): Described {
  const abilities = { ...ORDINARY, ...(isJsonObject(attributes) && attributes) };
  const hit_points = { current: hp_current ?? hp_max ?? 1, max: hp_max ?? 1 };
  return {
    abilities,
    hit_points,
    ...(armor_class !== undefined && { armor: { kind: 'natural', base: armor_class } }),
  };
}
