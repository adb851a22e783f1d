import { isJsonObject } from '#engine/util/canonical-json.ts';
import { reject } from '#engine/util/rejection.ts';
import { allocateEntityId } from '../edits/new-records.ts';
import type { Proposal } from '../operations.ts';
import { suggestName } from '../suggest-name.ts';
import { type Assignment, DELETE, type Translation, type TranslationContext } from './assignment.ts';
import { translateCharacterField } from './character-fields.ts';
import { findCharacterByName, listCharacterNames } from './find-by-name.ts';

/** Translates entries of `npc_data`: characters by display name, one field at a time. */
export function translateNpcField(
  [name, ...fields]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  if (name === undefined) return 'descend';
  const character = findCharacterByName(situation.snapshot, name);
  if (character === null) return unknownCharacter(name, fields, assignment, situation);
  if (fields.length > 0) return translateCharacterField(character, fields, assignment, situation);
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
  situation: TranslationContext,
): Translation {
  const { value, path } = assignment;
  if (fields.length > 0 || !isJsonObject(value)) {
    const hint = suggestName(name, listCharacterNames(situation.snapshot));
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

/** Numbers a stat block is made of; without hp_max there is none, and they have no home. */
const NUMBERS = ['hp_current', 'hp_max', 'attributes', 'armor_class'];

function newCharacter(
  name: string,
  value: Described,
  { path }: Assignment,
  { rules }: TranslationContext,
): Translation {
  const text = (field: string) => (typeof value[field] === 'string' ? value[field] : '');
  const hasBlock = rules.srd5e && value.hp_max !== undefined;
  const introduced: Proposal = {
    op: 'introduce_entity',
    kind: 'character',
    name,
    role: text('role'),
    description: text('description'),
    present: value.present !== false,
    ...(hasBlock && { stats: statBlockFrom(value) }),
  };
  const later = Object.entries(value)
    .filter(([field, said]) => !isSaidAtOnce(field, said, hasBlock))
    .map(([field, said]) => ({ path: [...path, field], value: said }));
  const isHomeless = ({ path: at }: Assignment) => !hasBlock && NUMBERS.includes(at.at(-1) ?? '');
  const why = rules.srd5e
    ? 'somebody new has numbers only with hp_max; write it too'
    : 'this ruleset has no such numbers';
  return {
    operations: [introduced],
    details: later.filter((detail) => !isHomeless(detail)),
    refused: later.filter(isHomeless).map((assignment) => ({
      assignment,
      rejection: reject(
        'no-stat-block',
        `${assignment.path.join('.')} is not kept: ${why}.`,
        assignment.path,
      ),
    })),
  };
}

/**
 * Returns true for fields the introduction itself sets. Other fields follow one by one, and are refused if the state
 * has no place for them.
 */
function isSaidAtOnce(field: string, said: Described[string], hasBlock: boolean): boolean {
  if (field === 'string_id') return true;
  if (field === 'role' || field === 'description') return typeof said === 'string';
  if (field === 'present') return typeof said === 'boolean';
  if (field === 'attributes') return hasBlock && isJsonObject(said);
  return hasBlock && NUMBERS.includes(field);
}

const ORDINARY = {
  strength: 10,
  dexterity: 10,
  constitution: 10,
  intelligence: 10,
  wisdom: 10,
  charisma: 10,
};

/** Builds the stat block a newcomer's fields describe. Invalid values are found when the character is introduced. */
function statBlockFrom({ hp_current, hp_max, attributes, armor_class }: Described): Described {
  const abilities = { ...ORDINARY, ...(isJsonObject(attributes) && attributes) };
  const hit_points = { current: hp_current ?? hp_max ?? 1, max: hp_max ?? 1 };
  return {
    abilities,
    hit_points,
    ...(armor_class !== undefined && { armor: { kind: 'natural', base: armor_class } }),
  };
}
