import { reject } from '#engine/kit/rejection.ts';
import { isJsonObject, readAt } from '../parts/json-path.ts';
import { type Assignment, appended, DELETE, type Situation, type Translation } from './assignment.ts';
import { missionFields } from './mission-fields.ts';
import { pressureField } from './pressure-fields.ts';
import { wrongShape, wrongValue } from './refusals.ts';

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
  if (field === 'active_missions') return missionFields(rest, assignment, situation);
  if (field === 'core_memories') return memories(rest, assignment);
  if (field === 'attribute_system' && assignment.value !== 'dnd')
    return wrongValue(assignment, '"dnd"; other systems are gone');
  return custom(fields.join('.'), assignment, situation);
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
