import { type EntityId, EventId, entityIdOf, FactId, type IdPrefix, snakeName } from './ids.ts';
import type { Counters, Snapshot } from './snapshot.ts';

/** As much of a snapshot as ids are given from; one that is still being built will do. */
type Giver = Pick<Snapshot, 'counters' | 'entities'>;

type Allocated<Id> = { readonly id: Id; readonly counters: Counters };

/** The next free id for a name, and the counters that remember it was given. */
export function allocateEntityId(snapshot: Giver, prefix: IdPrefix, name: string): Allocated<EntityId> {
  const { counters } = snapshot;
  const snake = snakeName(name);
  const stem = `${prefix}_${snake}`;
  let sequence = (counters.entities[stem] ?? 0) + 1;
  // A snapshot seeded by hand may hold ids its counters never gave.
  while (snapshot.entities[entityIdOf(prefix, snake, sequence)] !== undefined) sequence += 1;
  const entities = { ...counters.entities, [stem]: sequence };
  return { id: entityIdOf(prefix, snake, sequence), counters: { ...counters, entities } };
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
