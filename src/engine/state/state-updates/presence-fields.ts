import { toSnakeName } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import { isJsonObject } from '../paths/json-path.ts';
import type { Character } from '../record.ts';
import { CharacterStatus } from '../records/entities.ts';
import {
  type Assignment,
  DELETE,
  rejectUnknownField,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';
import { findCharacterByName, findLocationByName, listCharacterNames } from './find-by-name.ts';

type Field = (character: Character, assignment: Assignment, situation: TranslationContext) => Translation;

const present: Field = ({ id: characterId }, assignment, { snapshot }) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  const isHere = snapshot.scene.presentIds.includes(characterId);
  if (isHere === assignment.value) return [];
  return [{ op: isHere ? 'leave_scene' : 'enter_scene', characterId }];
};

const hidden: Field = ({ id }, assignment, { snapshot }) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  const update: Proposal = { op: 'update_entity', entityId: id, path: 'hidden', value: assignment.value };
  if (!snapshot.scene.presentIds.includes(id)) return [update];
  const scene: Proposal = assignment.value
    ? { op: 'set_scene', obscure: [id] }
    : { op: 'set_scene', unobscure: [id] };
  return [update, scene];
};

const conscious: Field = (character, assignment) => {
  if (typeof assignment.value !== 'boolean') return rejectValue(assignment, 'true or false');
  return life(character, assignment.value ? 'conscious' : 'unconscious');
};

const CONDITIONS = ['paralyzed', 'stunned', 'invisible'];

const status: Field = (character, assignment, situation) => {
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

const location: Field = (character, assignment, { snapshot }) => {
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
export const PRESENCE_FIELDS: Readonly<Record<string, Field>> = {
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
export function translateRelationshipField(
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
