import { type Rejection, reject } from '#engine/util/rejection.ts';
import { type EntityId, EventId, FactId, formatEntityId, type IdPrefix, toSnakeName } from '../ids.ts';
import type { Character, Entity } from '../record.ts';
import type { Counters, Snapshot } from '../snapshot.ts';

/** As much of a snapshot as ids are given from; one that is still being built will do. */
type Giver = Pick<Snapshot, 'counters' | 'entities'>;

type Allocated<Id> = { readonly id: Id; readonly counters: Counters };

/** Allocates the next free id for a name and returns it with the updated counters. */
export function allocateEntityId(snapshot: Giver, prefix: IdPrefix, name: string): Allocated<EntityId> {
  const { counters } = snapshot;
  const snake = toSnakeName(name);
  const stem = `${prefix}_${snake}`;
  let sequence = (counters.entities[stem] ?? 0) + 1;
  // A snapshot seeded by hand may hold ids its counters never gave.
  while (snapshot.entities[formatEntityId(prefix, snake, sequence)] !== undefined) sequence += 1;
  const entities = { ...counters.entities, [stem]: sequence };
  return { id: formatEntityId(prefix, snake, sequence), counters: { ...counters, entities } };
}

export function allocateFactId({ counters }: Pick<Giver, 'counters'>): Allocated<FactId> {
  const facts = counters.facts + 1;
  return { id: FactId.parse(`fact_${padded(facts)}`), counters: { ...counters, facts } };
}

export function allocateEventId({ counters }: Pick<Giver, 'counters'>): Allocated<EventId> {
  const events = counters.events + 1;
  return { id: EventId.parse(`evt_${padded(events)}`), counters: { ...counters, events } };
}

function padded(sequence: number): string {
  return String(sequence).padStart(4, '0');
}

/** Initial fields of every entity created in play. */
export const NEW_ENTITY = {
  attributes: {},
  retired: false,
  knownTo: [],
  origin: 'campaign',
} as const;

/** Rejects a name that is taken: a proposal more often repeats a known entity than introduces a namesake. */
export function rejectDuplicateName(
  snapshot: Snapshot,
  kind: Entity['kind'],
  name: string,
  another: boolean,
): Rejection | null {
  if (another) return null;
  const wanted = name.trim().toLowerCase();
  for (const entity of Object.values(snapshot.entities)) {
    if (entity.kind !== kind || entity.retired || entity.name.toLowerCase() !== wanted) continue;
    const advice = `use ${entity.id}, or say another: true for a second one`;
    return reject('already-there', `There is a ${kind} called ${entity.name} already; ${advice}.`, ['name']);
  }
  return null;
}

/** Personality types, in an order that never changes: a character's is chosen by its id. */
const TYPES = [
  'ISTJ',
  'ISFJ',
  'INFJ',
  'INTJ',
  'ISTP',
  'ISFP',
  'INFP',
  'INTP',
  'ESTP',
  'ESFP',
  'ENFP',
  'ENTP',
  'ESTJ',
  'ESFJ',
  'ENFJ',
  'ENTJ',
];

/**
 * Fills the fields every character should have and this one lacks: role, gender, alignment, personality type. Called with the
 * first change of the character. Alignment and type are internal and never shown; the same character always gets the same.
 */
export function fillMissingFields(character: Character): Character {
  const { id, role, gender, internal } = character;
  const sum = [...id].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  const mbti = internal.mbti ?? TYPES[sum % TYPES.length] ?? 'ISTJ';
  if (role !== '' && gender !== undefined && internal.alignment !== undefined && internal.mbti !== undefined)
    return character;
  return {
    ...character,
    role: role === '' ? 'bystander' : role,
    gender: gender ?? 'unspecified',
    internal: { ...internal, alignment: internal.alignment ?? 'true neutral', mbti },
  };
}
