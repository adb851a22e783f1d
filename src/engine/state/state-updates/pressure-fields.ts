import { isJsonObject } from '#engine/util/canonical-json.ts';
import { reject } from '#engine/util/rejection.ts';
import { toSnakeName } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import type { Deadline as DeadlineRecord } from '../record.ts';
import { Deadline, DepletionUnit } from '../records/pressures.ts';
import {
  type Assignment,
  DELETE,
  rejectDerivedField,
  rejectShape,
  rejectUnknownField,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';
import { findCharacterByName, listCharacterNames } from './find-by-name.ts';

type Described = { readonly [key: string]: Assignment['value'] };

/** Translates the three dictionaries of time pressure: events by id, agendas by character, resources by id. */
export function translatePressureField(
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation | null {
  const [dictionary, id, field, ...rest] = fields;
  if (dictionary === 'time_pressure_warnings') return rejectDerivedField(assignment, 'the warnings it gave');
  const known =
    dictionary === 'time_sensitive_events' ||
    dictionary === 'npc_agendas' ||
    dictionary === 'world_resources';
  if (!known) return null;
  if (id === undefined) {
    return isJsonObject(assignment.value)
      ? 'descend'
      : rejectShape(assignment, 'is a dictionary by id', `{"${dictionary}": {"some_id": {…}}}.`);
  }
  if (rest.length > 0) return rejectValue(assignment, 'one field at a time');
  const said = field === undefined ? assignment.value : { [field]: assignment.value };
  if (said === DELETE) return removed(dictionary, id, assignment, situation);
  if (!isJsonObject(said)) return rejectValue(assignment, 'an object with the fields that change');
  if (dictionary === 'time_sensitive_events') return deadline(toSnakeName(id), said, assignment, situation);
  if (dictionary === 'world_resources') return resource(toSnakeName(id), said, assignment, situation);
  return agenda(id, said, assignment, situation);
}

function removed(
  dictionary: string,
  id: string,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const deadlineId = toSnakeName(id);
  if (dictionary === 'time_sensitive_events' && snapshot.deadlines[deadlineId] !== undefined) {
    return [{ op: 'resolve_deadline', deadlineId, outcome: 'cancelled' }];
  }
  return reject(
    'nothing-there',
    `${assignment.path.join('.')} cannot be deleted; say what has changed instead.`,
    assignment.path,
  );
}

const DEADLINE_STATUS: Readonly<Record<string, DeadlineRecord['status']>> = {
  completed: 'met',
  resolved: 'met',
  met: 'met',
  failed: 'missed',
  expired: 'missed',
  missed: 'missed',
  cancelled: 'cancelled',
};
const DEADLINE_FIELDS = [
  'description',
  'deadline',
  'consequences',
  'urgency_level',
  'status',
  'warnings_given',
  'related_npcs',
];

function deadline(
  deadlineId: string,
  said: Described,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const stranger = Object.keys(said).find((field) => !DEADLINE_FIELDS.includes(field));
  if (stranger !== undefined)
    return rejectUnknownField({ ...assignment, path: [...assignment.path, stranger] }, DEADLINE_FIELDS);
  if (said.warnings_given !== undefined) return rejectDerivedField(assignment, 'the warnings it gave');
  const outcome = typeof said.status === 'string' ? DEADLINE_STATUS[said.status] : undefined;
  if (outcome === 'met' || outcome === 'missed' || outcome === 'cancelled') {
    return [{ op: 'resolve_deadline', deadlineId, outcome }];
  }
  const urgency = Deadline.shape.urgency.safeParse(said.urgency_level);
  const text = (value: Described[string] | undefined) => (typeof value === 'string' ? value : undefined);
  const [description, due, consequences] = [said.description, said.deadline, said.consequences].map(text);
  const related = Array.isArray(said.related_npcs) ? said.related_npcs : [];
  const relatedIds = related.flatMap((name) =>
    typeof name === 'string' ? (findCharacterByName(snapshot, name)?.id ?? []) : [],
  );
  const proposal: Proposal = {
    op: 'set_deadline',
    deadlineId,
    ...(description !== undefined && { description }),
    ...(due !== undefined && { due }),
    ...(consequences !== undefined && { consequences }),
    ...(urgency.success && { urgency: urgency.data }),
    ...(relatedIds.length > 0 && { relatedIds }),
  };
  return [proposal];
}

const AGENDA_FIELDS = [
  'current_goal',
  'progress_percentage',
  'next_milestone',
  'blocking_factors',
  'completed_milestones',
];

function agenda(
  name: string,
  said: Described,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const character = findCharacterByName(snapshot, name);
  if (character === null) return rejectUnknownField(assignment, listCharacterNames(snapshot));
  const stranger = Object.keys(said).find((field) => !AGENDA_FIELDS.includes(field));
  if (stranger !== undefined)
    return rejectUnknownField({ ...assignment, path: [...assignment.path, stranger] }, AGENDA_FIELDS);
  if (said.completed_milestones !== undefined) return rejectDerivedField(assignment, 'the progress made');
  const { id: characterId } = character;
  const {
    current_goal: goal,
    next_milestone: nextMilestone,
    blocking_factors: factors,
    progress_percentage: progress,
  } = said;
  const blockingFactors = Array.isArray(factors)
    ? factors.filter((factor) => typeof factor === 'string')
    : undefined;
  const plan: Proposal = {
    op: 'set_agenda',
    characterId,
    ...(typeof goal === 'string' && { goal }),
    ...(typeof nextMilestone === 'string' && { nextMilestone }),
    ...(blockingFactors !== undefined && { blockingFactors }),
  };
  const by = typeof progress === 'number' ? progress - (snapshot.agendas[characterId]?.progress ?? 0) : 0;
  const move: Proposal[] = by === 0 ? [] : [{ op: 'progress_agenda', characterId, by }];
  return Object.keys(plan).length > 2 ? [plan, ...move] : move;
}

const RESOURCE_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  current_amount: 'amount',
  max_amount: 'max',
  depletion_rate: 'depletionRate',
  depletion_unit: 'depletionUnit',
  patients: 'patients',
  critical_level: 'criticalLevel',
  consequence: 'consequence',
};

function resource(
  resourceId: string,
  said: Described,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const { last_updated_day: _day, ...given } = said;
  const known = Object.keys(RESOURCE_FIELDS);
  const stranger = Object.keys(given).find((field) => !known.includes(field));
  if (stranger !== undefined)
    return rejectUnknownField({ ...assignment, path: [...assignment.path, stranger] }, known);
  if (given.depletion_unit !== undefined && !DepletionUnit.safeParse(given.depletion_unit).success) {
    return rejectValue(assignment, DepletionUnit.options.map((unit) => `"${unit}"`).join(', '));
  }
  const { current_amount: amount, ...others } = given;
  const before = snapshot.resources[resourceId];
  if (before !== undefined && typeof amount === 'number' && Object.keys(others).length === 0) {
    return amount === before.amount
      ? []
      : [{ op: 'adjust_resource', resourceId, by: amount - before.amount }];
  }
  const fields = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [RESOURCE_FIELDS[field] ?? field, value]),
  );
  return [{ op: 'set_resource', resourceId, ...fields }];
}
