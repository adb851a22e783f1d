import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { toSnakeName } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import type { Character } from '../record.ts';
import { CharacterStatus } from '../records/entities.ts';
import {
  type Assignment,
  DELETE,
  readAppended,
  rejectDerivedField,
  rejectShape,
  rejectUnknownField,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';
import { findCharacterByName, findLocationByName, listCharacterNames } from './find-by-name.ts';
import { translateItemField } from './item-fields.ts';
import { readStatBlock, translateResourceField } from './resource-fields.ts';

type PresenceField = (
  character: Character,
  assignment: Assignment,
  situation: TranslationContext,
) => Translation;

const present: PresenceField = ({ id: characterId }, assignment, { snapshot }) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  const isHere = snapshot.scene.presentIds.includes(characterId);
  if (isHere === assignment.value) return [];
  return [{ op: isHere ? 'leave_scene' : 'enter_scene', characterId }];
};

const hidden: PresenceField = ({ id }, assignment, { snapshot }) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  const update: Proposal = { op: 'update_entity', entityId: id, path: 'hidden', value: assignment.value };
  if (!snapshot.scene.presentIds.includes(id)) return [update];
  const scene: Proposal = assignment.value
    ? { op: 'set_scene', obscure: [id] }
    : { op: 'set_scene', unobscure: [id] };
  return [update, scene];
};

const conscious: PresenceField = (character, assignment) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  return life(character, assignment.value ? 'conscious' : 'unconscious');
};

const CONDITIONS = ['paralyzed', 'stunned', 'invisible'];

const status: PresenceField = (character, assignment, situation) => {
  const { value } = assignment;
  const said = typeof value === 'string' ? value.toLowerCase() : '';
  const alive = CharacterStatus.safeParse(said);
  if (alive.success) return life(character, alive.data);
  if (said === 'hidden') return hidden(character, { ...assignment, value: true }, situation);
  if (CONDITIONS.includes(said)) return [{ op: 'add_condition', characterId: character.id, name: said }];
  return rejectValue(
    assignment,
    'conscious, unconscious, dead, hidden, invisible, paralyzed or stunned, in quotes',
  );
};

function life({ id: characterId, status: now }: Character, wanted: Character['status']): Translation {
  return now === wanted ? [] : [{ op: 'set_life', characterId, status: wanted }];
}

const location: PresenceField = (character, assignment, { snapshot }) => {
  const { value } = assignment;
  const place = typeof value === 'string' ? findLocationByName(snapshot, value) : null;
  if (place === null) return rejectValue(assignment, 'the id or the name of a place, in quotes');
  if (character.placeId === place.id) return [];
  const { id: characterId } = character;
  const isHere = snapshot.scene.presentIds.includes(characterId);
  if (place.id === snapshot.scene.placeId && !isHere) return [{ op: 'enter_scene', characterId }];
  if (place.id !== snapshot.scene.placeId && isHere)
    return [{ op: 'leave_scene', characterId, toPlaceId: place.id }];
  return [{ op: 'update_entity', entityId: characterId, path: 'placeId', value: place.id }];
};

/** Translators of presence, consciousness, visibility and place of a character. */
const PRESENCE_FIELDS: Readonly<Record<string, PresenceField>> = {
  present,
  hidden,
  conscious,
  status,
  location,
  current_location: location,
  location_id: location,
};

const USUAL_INTENSITY = 5;

/**
 * Translates `relationships.Kira`: a type such as `"ally"`, a number for its strength, or `{"type": …, "intensity":
 * …}`.
 */
function translateRelationshipField(
  { id: fromId }: Character,
  other: string,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const to = findCharacterByName(snapshot, other);
  if (to === null) return rejectUnknownField(assignment, listCharacterNames(snapshot));
  const { value } = assignment;
  if (value === DELETE) {
    const mine = Object.values(snapshot.relationships).filter(
      (known) => known.fromId === fromId && known.toId === to.id,
    );
    return mine.map(({ type }) => ({ op: 'set_relationship', fromId, toId: to.id, type, intensity: 0 }));
  }
  const said = isJsonObject(value)
    ? value
    : typeof value === 'string'
      ? { type: value }
      : { intensity: value };
  const type = typeof said.type === 'string' ? toSnakeName(said.type) : 'standing';
  const intensity = said.intensity ?? USUAL_INTENSITY;
  if (typeof intensity !== 'number')
    return rejectValue(assignment, '"ally", a number from -10 to 10, or {"type": "ally", "intensity": 5}');
  return [{ op: 'set_relationship', fromId, toId: to.id, type, intensity }];
}

/** Fields that are kept under a path of their own, as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  name: 'name',
  role: 'role',
  title: 'title',
  gender: 'gender',
  description: 'description',
  current_status: 'task',
  background: 'attributes.background',
  age: 'attributes.age',
  alignment: 'internal.alignment',
  mbti: 'internal.mbti',
  captive: 'captive',
  features: 'stats.features',
  spells_known: 'stats.spells_known',
};

const DERIVED: Readonly<Record<string, string>> = {
  armor_class: 'armor and Dexterity',
  proficiency_bonus: 'the level',
  combat_stats: 'the stat block',
  skills: 'the stat block',
  saving_throw_proficiencies: 'class and stat block',
  active_effects: 'the operations that put them there',
  level: 'experience; use gain_level',
  class: 'the levels taken; use gain_level',
};

type Field = (
  character: Character,
  rest: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
) => Translation;

const FIELDS: Readonly<Record<string, Field>> = {
  string_id: ({ id }, _rest, { value, path }) =>
    value === id ? [] : reject('fixed-field', `string_id never changes; here it is "${id}".`, path),
  hp_current: hitPoints,
  hp_max: (character, _rest, assignment, { asker }) =>
    asker === 'model'
      ? reject('fixed-field', 'Damage and healing change hp_current, never hp_max.', assignment.path)
      : whole(assignment, (value) => [updated(character, 'stats.hit_points.max', value)]),
  temp_hp: ({ id: targetId }, _rest, assignment) =>
    whole(assignment, (amount) => [{ op: 'grant_temporary_hit_points', targetId, amount, replace: true }]),
  exhaustion,
  inspiration,
  experience,
  attributes: (character, [ability], assignment) =>
    ability === undefined
      ? 'descend'
      : whole(assignment, (value) => [updated(character, `stats.abilities.${ability}`, value)]),
  death_saves: (character, [tally], assignment) =>
    tally === undefined
      ? 'descend'
      : whole(assignment, (value) => [updated(character, `stats.death_saves.${tally}`, value)]),
  status_conditions: conditions,
  resources: (character, rest, assignment, situation) =>
    rest.length === 0 ? 'descend' : translateResourceField(character, rest, assignment, situation),
  gold: (character, _rest, assignment, situation) =>
    translateResourceField(character, ['gold'], assignment, situation),
  inventory: translateItemField,
  equipment: translateItemField,
  relationships: (character, [other], assignment, situation) =>
    other === undefined ? 'descend' : translateRelationshipField(character, other, assignment, situation),
};

const CHARACTER_FIELDS: readonly string[] = [FIELDS, PLAIN, DERIVED, PRESENCE_FIELDS].flatMap(Object.keys);

/** Translates one character field of the protocol into operations. */
export function translateCharacterField(
  character: Character,
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const [field = '', ...rest] = fields;
  const own = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (own !== undefined) return own(character, rest, assignment, situation);
  const presence = Object.hasOwn(PRESENCE_FIELDS, field) ? PRESENCE_FIELDS[field] : undefined;
  if (presence !== undefined && rest.length === 0) return presence(character, assignment, situation);
  const from = Object.hasOwn(DERIVED, field) ? DERIVED[field] : undefined;
  if (from !== undefined) return rejectDerivedField(assignment, from);
  const plain = Object.hasOwn(PLAIN, field) ? PLAIN[field] : undefined;
  if (plain !== undefined && rest.length === 0) return plainField(character, plain, assignment.value);
  return rejectUnknownField(assignment, CHARACTER_FIELDS);
}

function plainField({ id: entityId }: Character, path: string, value: Json): Translation {
  if (value === DELETE) return [{ op: 'update_entity', entityId, path, action: 'remove' }];
  const added = readAppended(value);
  if (added !== undefined) return [{ op: 'update_entity', entityId, path, action: 'append', value: added }];
  return [{ op: 'update_entity', entityId, path, value }];
}

function updated({ id: entityId }: Character, path: string, value: Json): Proposal {
  return { op: 'update_entity', entityId, path, value };
}

function whole(
  assignment: Assignment,
  then: (value: number) => readonly Proposal[],
): readonly Proposal[] | Rejection {
  const { value } = assignment;
  return typeof value === 'number' && Number.isInteger(value)
    ? then(value)
    : rejectValue(assignment, 'a whole number, unquoted');
}

function hitPoints(
  character: Character,
  _rest: readonly string[],
  assignment: Assignment,
  { rules, asker }: TranslationContext,
): Translation {
  // A block that makes no sense cannot be played by the rules; the game master may set it right by hand.
  const isBroken = rules.srd5e && !Srd5eStatBlock.safeParse(character.stats).success;
  return whole(assignment, (current) =>
    isBroken && asker === 'god'
      ? [updated(character, 'stats.hit_points.current', current)]
      : [{ op: 'set_hit_points', characterId: character.id, current }],
  );
}

function exhaustion(
  character: Character,
  _rest: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const block = readStatBlock(character, assignment, situation);
  if ('rejected' in block) return block;
  return whole(assignment, (value) => {
    const by = value - block.exhaustion;
    return by === 0 ? [] : [{ op: 'change_exhaustion', characterId: character.id, by }];
  });
}

function inspiration(
  character: Character,
  _rest: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const block = readStatBlock(character, assignment, situation);
  if ('rejected' in block) return block;
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  if (block.inspiration === assignment.value) return [];
  const op = assignment.value ? 'restore_resource' : 'spend_resource';
  return [{ op, characterId: character.id, resource: { kind: 'inspiration' } }];
}

function experience(
  character: Character,
  [field]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  if (field === undefined)
    return typeof assignment.value === 'object' ? 'descend' : rejectValue(assignment, '{"current": 900}');
  if (field === 'needed_for_next_level') return rejectDerivedField(assignment, 'the level');
  if (field !== 'current') return rejectUnknownField(assignment, ['current', 'needed_for_next_level']);
  const block = readStatBlock(character, assignment, situation);
  if ('rejected' in block) return block;
  return whole(assignment, (value) => {
    const amount = value - block.experience;
    if (amount < 0) return [updated(character, 'stats.experience', value)];
    return amount === 0 ? [] : [{ op: 'award_experience', characterIds: [character.id], amount }];
  });
}

function conditions(character: Character, [name]: readonly string[], assignment: Assignment): Translation {
  const { value } = assignment;
  const { id: characterId } = character;
  if (name !== undefined) {
    return value === DELETE
      ? [{ op: 'remove_condition', characterId, name }]
      : rejectValue(assignment, '__DELETE__, or append to status_conditions');
  }
  const added = readAppended(value);
  if (typeof added === 'string') return [{ op: 'add_condition', characterId, name: added }];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return allConditions(character, value);
  }
  if (isJsonObject(value) && added === undefined) return 'descend';
  return rejectShape(
    assignment,
    'is a list',
    '{"append": "poisoned"}, or status_conditions.poisoned = __DELETE__.',
  );
}

/** Translates a complete list of conditions: those it lacks end, those that are new begin. */
function allConditions(
  { id: characterId, conditions: own, stats }: Character,
  wanted: readonly string[],
): Translation {
  const block = Srd5eStatBlock.safeParse(stats);
  const ofBlock = block.success ? block.data.conditions : [];
  const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const unique = (conditions: readonly { readonly name: string }[]) => [
    ...new Set(conditions.map(({ name }) => name)),
  ];
  // Conditions the rules know stand in the stat block, others with the character.
  const now = [...unique(own), ...unique(ofBlock)];
  const over = now.filter((name) => !wanted.some(isSame(name)));
  const fresh = wanted.filter((name) => !now.some(isSame(name)));
  return [
    ...over.map((name) => ({ op: 'remove_condition', characterId, name }) as const),
    ...fresh.map((name) => ({ op: 'add_condition', characterId, name }) as const),
  ];
}
