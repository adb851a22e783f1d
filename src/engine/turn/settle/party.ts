import { isRejection } from '#engine/kit/rejection.ts';
import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { createPlayerView, type PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { personaNamed } from '../acting-persona.ts';

/** A persona, and the world as it knows it. */
export type Knower = { readonly persona: Character; readonly view: PlayerView };

type Party = { readonly snapshot: Snapshot };
type Events = readonly ChronicleEntry[];

/** A persona of the world; the first where none is named. */
export function knowerOf(snapshot: Snapshot, named: string | null): Knower {
  const persona = personaNamed(snapshot, named);
  const view = createPlayerView(snapshot, persona.id);
  if (isRejection(view)) throw new Error(view.reason);
  return { persona, view };
}

const all = ({ snapshot }: Party) => snapshot.personas.map((id) => knowerOf(snapshot, id));
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Those who are played, as one speaks of them. */
export function namesOfParty(party: Party): string {
  return LIST.format(all(party).map(({ persona }) => persona.name));
}

/** The events any of them knows of, each once. */
export function eventsOfParty(events: Events, party: Party): Events {
  const known = new Set(
    all(party).flatMap(({ view }) => filterKnownEvents(events, { ...party, view }).map(({ id }) => id)),
  );
  return events.filter(({ id }) => known.has(id));
}

/** The threads any of them knows of, each once. */
export function threadsOfParty(party: Party): PlayerView['threads'] {
  const threads = all(party).flatMap(({ view }) => view.threads);
  return [...new Map(threads.map((thread) => [thread.id, thread])).values()];
}

/** The events that count towards a persona's profile: its own, and those that are no other persona's. */
export function eventsFor(personaId: string, events: Events, { snapshot }: Party): Events {
  const personas = new Set<string>(snapshot.personas);
  return events.filter(
    ({ characterIds }) => characterIds.includes(personaId) || !characterIds.some((id) => personas.has(id)),
  );
}
