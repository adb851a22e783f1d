import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { toSnakeName } from '../ids.ts';
import { isJsonObject } from '../paths/json-path.ts';
import type { Mission } from '../record.ts';
import { MissionStatus } from '../records/story.ts';
import {
  type Assignment,
  readAppended,
  rejectShape,
  rejectUnknownField,
  type Translation,
  type TranslationContext,
} from './assignment.ts';

const MISSION =
  '{"active_missions": [{"mission_id": "main_quest", "title": "…", "status": "accepted", "objective": "…"}]}.';
const TEXTS = ['title', 'objective'] as const;
const FIELDS: readonly string[] = ['mission_id', 'status', ...TEXTS];

/** Translates the list at `active_missions`; each mission is judged by itself. */
export function translateMissionField(
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
