import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { toSnakeName } from '../ids.ts';
import { readPath } from '../paths/json-path.ts';
import type { Mission } from '../record.ts';
import { isForbiddenKey } from '../records/field-types.ts';
import { MissionStatus } from '../records/story.ts';
import { suggestName } from '../suggest-name.ts';
import {
  type Assignment,
  DELETE,
  readAppended,
  rejectShape,
  rejectUnknownField,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';
import { translateCharacterField } from './character-fields.ts';
import { translateNpcField } from './npc-fields.ts';
import { translatePressureField } from './pressure-fields.ts';
import { translateWorldField } from './world-fields.ts';

const MISSION =
  '{"active_missions": [{"mission_id": "main_quest", "title": "…", "status": "accepted", "objective": "…"}]}.';
const TEXTS = ['title', 'objective'] as const;
const FIELDS: readonly string[] = ['mission_id', 'status', ...TEXTS];

/** Translates the list at `active_missions`; each mission is judged by itself. */
function translateMissionField(
  [entry, ...rest]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const { path, value } = assignment;
  if (entry !== undefined) {
    if (rest.length === 0 && /^(?:\d{1,4}|append)$/.test(entry)) return mission(assignment, situation);
    return rejectShape(assignment, 'treats missions as a dictionary; they are a list', MISSION);
  }
  const added = readAppended(value);
  if (added !== undefined)
    return { parts: entries(added).map((said) => ({ path: [...path, 'append'], value: said })) };
  if (!Array.isArray(value)) return rejectShape(assignment, 'is always a list, never a dictionary', MISSION);
  if (value.length === 0 && Object.keys(situation.snapshot.missions).length > 0) {
    const right = 'name each that ended, with "status": "completed", "failed" or "abandoned"';
    return reject('removes-missions', `An empty list ends no mission; ${right}.`, path);
  }
  return { parts: value.map((said, index) => ({ path: [...path, String(index)], value: said })) };
}

function entries(added: Json): readonly Json[] {
  return Array.isArray(added) ? added : [added];
}

function mission(assignment: Assignment, { snapshot }: TranslationContext): Translation {
  const { path, value } = assignment;
  if (!isJsonObject(value)) return rejectShape(assignment, 'is no mission', MISSION);
  const { mission_id: id, status, ...texts } = value;
  if (typeof id !== 'string') return rejectShape(assignment, 'has no mission_id', MISSION);
  const stranger = Object.keys(value).find((field) => !FIELDS.includes(field));
  if (stranger !== undefined) return rejectUnknownField({ path: [...path, stranger], value }, FIELDS);
  const known = MissionStatus.optional().safeParse(status);
  if (!known.success) return wrongStatus(id, status, path);
  const missionId = toSnakeName(id);
  const before = Object.hasOwn(snapshot.missions, missionId) ? snapshot.missions[missionId] : undefined;
  const wordless = TEXTS.find((field) => typeof (texts[field] ?? before?.[field]) !== 'string');
  if (wordless !== undefined)
    return rejectShape(assignment, `(${id}) needs its ${wordless} as a text`, MISSION);
  const said = { ...texts, ...(known.data !== undefined && { status: known.data }) };
  return before === undefined
    ? [{ op: 'upsert_mission', missionId, ...said }]
    : changesOf(before, said).map((changes) => ({ op: 'upsert_mission', missionId, ...changes }));
}

/** Returns the fields of a mission that differ from the state, as one object; an empty list when none differ. */
function changesOf(
  before: Mission,
  said: { readonly [field: string]: Json },
): { readonly [field: string]: Json }[] {
  const known: { readonly [field: string]: unknown } = before;
  const changed = Object.entries(said).filter(([field, value]) => value !== known[field]);
  return changed.length === 0 ? [] : [Object.fromEntries(changed)];
}

function wrongStatus(id: string, status: Json | undefined, path: readonly string[]): Rejection {
  const allowed = MissionStatus.options.map((option) => `"${option}"`).join(', ');
  const found = JSON.stringify(status).slice(0, 60);
  return reject(
    'wrong-value',
    `${path.join('.')} (${id}) cannot have the status ${found}; write one of ${allowed}.`,
    [...path, 'status'],
  );
}

const COUNTED = ['round', 'current_round', 'turn', 'current_turn', 'initiative_order', 'order'];

/** Translates entries of `combat_state`: the presence of a fight, and the state of its combatants. */
function translateCombatField(
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const [field, ...rest] = fields;
  if (field === undefined) return 'descend';
  if (field === 'enemies')
    return rejectShape(assignment, 'is not known', '"combatants" instead of "enemies".');
  if (field === 'in_combat' || field === 'active') return inCombat(assignment, situation);
  if (COUNTED.includes(field)) {
    return reject(
      'derived-field',
      `${assignment.path.join('.')} moves by turns: use advance_combat.`,
      assignment.path,
    );
  }
  return translateNpcField(field === 'combatants' ? rest : fields, assignment, situation);
}

function inCombat(assignment: Assignment, { snapshot }: TranslationContext): Translation {
  const { value, path } = assignment;
  if (typeof value !== 'boolean') return rejectValue(assignment, 'true or false');
  if (value === (snapshot.combat !== null)) return [];
  if (!value) return [{ op: 'end_combat', outcome: 'truce' }];
  const form = '{"op": "start_combat", "combatants": [{"characterId": "…", "side": "…"}, …]}';
  return reject('needs-operation', `A fight begins with its combatants: ${form}.`, path);
}

const MEMORY = '{"core_memories": {"append": "…"}}.';

/** Translates entries of `custom_campaign_state`. */
function translateCustomField(
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const [field, ...rest] = fields;
  if (field === undefined) return 'descend';
  const pressure = translatePressureField(fields, assignment, situation);
  if (pressure !== null) return pressure;
  if (field === 'active_missions') return translateMissionField(rest, assignment, situation);
  if (field === 'core_memories') return memories(rest, assignment);
  if (field === 'attribute_system' && assignment.value !== 'dnd')
    return rejectValue(assignment, '"dnd"; other systems are gone');
  return custom(fields.join('.'), assignment, situation);
}

function memories([index]: readonly string[], assignment: Assignment): Translation {
  if (index !== undefined)
    return reject('fixed-field', 'Core memories are kept for ever; append another one.', assignment.path);
  const text = readAppended(assignment.value);
  if (typeof text === 'string' && text !== '') return [{ op: 'append_core_memory', text }];
  const fault = Array.isArray(assignment.value) ? 'is never replaced whole' : 'is a list of sentences';
  return rejectShape(assignment, fault, MEMORY);
}

function custom(path: string, { value }: Assignment, { snapshot }: TranslationContext): Translation {
  if (value === DELETE) return [{ op: 'remove_custom', path }];
  const added = readAppended(value);
  if (added !== undefined) {
    const before = readPath(snapshot.custom, path.split('.')) ?? [];
    if (!Array.isArray(before))
      return reject('not-a-list', `${path} is not a list; give the value itself.`, [path]);
    return [{ op: 'set_custom', path, value: [...before, added] }];
  }
  const hasParts = isJsonObject(value) && Object.keys(value).length > 0;
  return hasParts ? 'descend' : [{ op: 'set_custom', path, value }];
}

type Section = (
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
) => Translation;

const SECTIONS: Readonly<Record<string, Section>> = {
  player_character_data: playerFields,
  world_data: translateWorldField,
  npc_data: translateNpcField,
  custom_campaign_state: translateCustomField,
  combat_state: translateCombatField,
};

/** Translates one assignment of the protocol into operations. */
export function translateAssignment(assignment: Assignment, situation: TranslationContext): Translation {
  const [root = '', ...fields] = assignment.path;
  const forbidden = assignment.path.find(isForbiddenKey);
  if (forbidden !== undefined)
    return reject('bad-path', `A path cannot lead through ${forbidden}.`, assignment.path);
  const section = Object.hasOwn(SECTIONS, root) ? SECTIONS[root] : undefined;
  if (section === undefined) return unknownRoot(root, assignment);
  const isObject =
    typeof assignment.value === 'object' && assignment.value !== null && !Array.isArray(assignment.value);
  if (fields.length === 0 && !isObject) {
    return reject(
      'replaces-parent',
      `${root} is never replaced or deleted whole; name what changes in it.`,
      assignment.path,
    );
  }
  return section(fields, assignment, situation);
}

function playerFields(
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const persona = situation.snapshot.entities[situation.personaId];
  if (persona?.kind !== 'character')
    return reject('unknown-entity', 'Nobody plays this character.', assignment.path);
  return fields.length === 0 ? 'descend' : translateCharacterField(persona, fields, assignment, situation);
}

function unknownRoot(root: string, { path }: Assignment): Rejection {
  const known = Object.keys(SECTIONS);
  const roots = `the state has ${known.join(', ')}`;
  return reject('unknown-path', `There is no ${root}; ${roots}.${suggestName(root, known)}`, path);
}
