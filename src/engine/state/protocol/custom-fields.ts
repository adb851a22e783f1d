import type { Json } from '#engine/kit/canonical-json.ts';
import { reject } from '#engine/kit/rejection.ts';
import { snakeName } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import { isJsonObject, readAt } from '../parts/json-path.ts';
import { MissionStatus } from '../records/mission.ts';
import { type Assignment, appended, DELETE, type Situation, type Translation } from './assignment.ts';
import { pressureField } from './pressure-fields.ts';
import { wrongShape, wrongValue } from './refusals.ts';

const MISSION =
  '{"active_missions": [{"mission_id": "main_quest", "title": "…", "status": "accepted", "objective": "…"}]}.';
const MEMORY = '{"core_memories": {"append": "…"}}.';

/** What stands below `custom_campaign_state`. */
export function customFields(
  fields: readonly string[],
  assignment: Assignment,
  situation: Situation,
): Translation {
  const [field, ...rest] = fields;
  if (field === undefined) return 'descend';
  const pressure = pressureField(fields, assignment, situation);
  if (pressure !== null) return pressure;
  if (field === 'active_missions') return missions(rest, assignment, situation);
  if (field === 'core_memories') return memories(rest, assignment);
  if (field === 'attribute_system' && assignment.value !== 'dnd')
    return wrongValue(assignment, '"dnd"; other systems are gone');
  return custom(fields.join('.'), assignment, situation);
}

function missions([id]: readonly string[], assignment: Assignment, situation: Situation): Translation {
  const { value } = assignment;
  if (id !== undefined)
    return wrongShape(assignment, 'treats missions as a dictionary; they are a list', MISSION);
  const added = appended(value);
  const list = added === undefined ? value : [added];
  if (!Array.isArray(list)) return wrongShape(assignment, 'is always a list, never a dictionary', MISSION);
  const proposals: Proposal[] = [];
  for (const mission of list) {
    const proposal = missionOf(mission, situation);
    if (proposal === null) return wrongShape(assignment, 'holds something that is no mission', MISSION);
    proposals.push(proposal);
  }
  return proposals;
}

function missionOf(said: Json, { snapshot }: Situation): Proposal | null {
  if (!isJsonObject(said)) return null;
  const { mission_id: id, title, status, objective } = said;
  if (typeof id !== 'string' || (status !== undefined && !MissionStatus.safeParse(status).success))
    return null;
  const missionId = snakeName(id);
  const isNew = snapshot.missions[missionId] === undefined;
  if (isNew && (typeof title !== 'string' || typeof objective !== 'string')) return null;
  const known = MissionStatus.safeParse(status);
  return {
    op: 'upsert_mission',
    missionId,
    ...(typeof title === 'string' && { title }),
    ...(typeof objective === 'string' && { objective }),
    ...(known.success && { status: known.data }),
  };
}

function memories([index]: readonly string[], assignment: Assignment): Translation {
  if (index !== undefined)
    return reject('fixed-field', 'Core memories are kept for ever; append another one.', assignment.path);
  const text = appended(assignment.value);
  if (typeof text === 'string' && text !== '') return [{ op: 'append_core_memory', text }];
  const fault = Array.isArray(assignment.value) ? 'is never replaced whole' : 'is a list of sentences';
  return wrongShape(assignment, fault, MEMORY);
}

function custom(path: string, { value }: Assignment, { snapshot }: Situation): Translation {
  if (value === DELETE) return [{ op: 'remove_custom', path }];
  const added = appended(value);
  if (added !== undefined) {
    const before = readAt(snapshot.custom, path.split('.')) ?? [];
    if (!Array.isArray(before))
      return reject('not-a-list', `${path} is not a list; give the value itself.`, [path]);
    return [{ op: 'set_custom', path, value: [...before, added] }];
  }
  const hasParts = isJsonObject(value) && Object.keys(value).length > 0;
  return hasParts ? 'descend' : [{ op: 'set_custom', path, value }];
}
