import { type CalendarDate, CalendarDate as DateSchema, getTimeOfDay } from '#engine/rules/calendar.ts';
import { isJsonObject } from '#engine/util/canonical-json.ts';
import { reject } from '#engine/util/rejection.ts';
import type { Location } from '../record.ts';
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
import { findLocationByName } from './find-by-name.ts';
import { translateNpcField } from './npc-fields.ts';
import { translatePressureField } from './pressure-fields.ts';

const FIELDS = [
  'world_time',
  'current_location',
  'current_location_name',
  'locations',
  'npcs',
  'time_sensitive_events',
  'npc_agendas',
  'world_resources',
];
const TIME_FIELDS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond', 'time_of_day'];

/** Translates entries of `world_data`. */
export function translateWorldField(
  fields: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const [field, ...rest] = fields;
  const pressure = translatePressureField(fields, assignment, situation);
  if (pressure !== null) return pressure;
  switch (field) {
    case undefined:
      return 'descend';
    case 'world_time':
      return worldTime(rest, assignment, situation);
    case 'current_location':
    case 'current_location_name':
      return currentLocation(assignment, situation);
    case 'locations':
      return locationFields(rest, assignment, situation);
    case 'npcs':
      return translateNpcField(rest, assignment, situation);
    default:
      return rejectUnknownField(assignment, FIELDS);
  }
}

/**
 * Translates a date and hour; missing parts come from the present time. The calendar rejects moments that do not
 * exist.
 */
function worldTime(
  [part, ...rest]: readonly string[],
  assignment: Assignment,
  { snapshot, calendar }: TranslationContext,
): Translation {
  const said = part === undefined ? assignment.value : { [part]: assignment.value };
  if (rest.length > 0 || !isJsonObject(said)) return rejectValue(assignment, '{"hour": 19, "minute": 0}');
  const stranger = Object.keys(said).find((name) => !TIME_FIELDS.includes(name));
  if (stranger !== undefined)
    return rejectUnknownField({ ...assignment, path: [...assignment.path, stranger] }, TIME_FIELDS);
  const now = calendar.partsOf(snapshot.time);
  const { time_of_day: name, ...date } = said;
  if (Object.keys(date).length === 0) return rejectDerivedField(assignment, 'the hour');
  const kept: CalendarDate = {
    year: now.year,
    era: now.era,
    month: now.month,
    day: now.day,
    festival: now.festival,
    hour: now.hour,
    minute: now.minute,
    second: now.second,
    microsecond: now.microsecond,
  };
  // A month that was said leaves any festival behind.
  const merged = { ...kept, ...(date.month !== undefined && { festival: null }), ...date };
  const parsed = DateSchema.safeParse(merged);
  if (!parsed.success) return rejectValue(assignment, 'numbers, and the month by name or number');
  const hour = parsed.data.hour ?? 0;
  if (name !== undefined && hour >= 0 && hour <= 23 && name !== getTimeOfDay(hour)) {
    return reject('wrong-value', `time_of_day at hour ${hour} is "${getTimeOfDay(hour)}".`, assignment.path);
  }
  const to = calendar.momentOf(parsed.data);
  return 'rejected' in to ? { ...to, path: assignment.path } : [{ op: 'set_time', to }];
}

function currentLocation(assignment: Assignment, { snapshot }: TranslationContext): Translation {
  const place = typeof assignment.value === 'string' ? findLocationByName(snapshot, assignment.value) : null;
  if (place === null)
    return rejectValue(assignment, 'the id or the name of a place that is known, in quotes');
  return place.id === snapshot.scene.placeId ? [] : [{ op: 'move_party', placeId: place.id }];
}

const LOCATION_FIELDS = [
  'display_name',
  'description',
  'connected_to',
  'environmental_effects',
  'entities_present',
];

function locationFields(
  [name, field, ...rest]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  if (name === undefined) return 'descend';
  const place = findLocationByName(situation.snapshot, name);
  if (place === null) return newLocation(name, field, assignment, situation);
  if (field === undefined) {
    return assignment.value === DELETE ? [{ op: 'retire_entity', entityId: place.id }] : 'descend';
  }
  if (rest.length > 0) return rejectUnknownField(assignment, LOCATION_FIELDS);
  return locationField(place, field, assignment, situation);
}

function locationField(
  place: Location,
  field: string,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const { value } = assignment;
  switch (field) {
    case 'display_name':
      return [{ op: 'update_entity', entityId: place.id, path: 'name', value }];
    case 'description':
      return [{ op: 'update_entity', entityId: place.id, path: 'description', value }];
    case 'environmental_effects': {
      const added = readAppended(value);
      const action = added === undefined ? 'set' : 'append';
      return [{ op: 'update_entity', entityId: place.id, path: 'effects', action, value: added ?? value }];
    }
    case 'connected_to': {
      const wanted = readAppended(value) ?? value;
      const names = Array.isArray(wanted) ? wanted : [wanted];
      const places = names.map((name) =>
        typeof name === 'string' ? findLocationByName(snapshot, name) : null,
      );
      if (places.includes(null)) return rejectValue(assignment, 'ids or names of places that are known');
      const fresh = places.flatMap((to) =>
        to === null || place.exits?.some((exit) => exit.to === to.id) ? [] : [to.id],
      );
      return fresh.map((toId) => ({ op: 'connect_places', fromId: place.id, toId }));
    }
    case 'entities_present':
      return rejectShape(
        assignment,
        'is not kept with the place',
        'npc_data.<name>.present = true or false.',
      );
    default:
      return rejectUnknownField(assignment, LOCATION_FIELDS);
  }
}

function newLocation(
  name: string,
  field: string | undefined,
  assignment: Assignment,
  { snapshot }: TranslationContext,
): Translation {
  const { value } = assignment;
  if (field !== undefined || !isJsonObject(value)) {
    const known = Object.values(snapshot.entities).flatMap((entity) =>
      entity.kind === 'location' ? [entity.name] : [],
    );
    return rejectUnknownField({ ...assignment, path: [name] }, known);
  }
  const { display_name, description: _told, ...later } = value;
  const called = typeof display_name === 'string' ? display_name : name;
  const description = typeof value.description === 'string' ? value.description : '';
  return {
    operations: [{ op: 'introduce_entity', kind: 'location', name: called, description }],
    details: Object.entries(later).map(([key, detail]) => ({
      path: [...assignment.path.slice(0, -1), called, key],
      value: detail,
    })),
    refused: [],
  };
}
