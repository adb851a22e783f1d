import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

type Eyes = { readonly snapshot: Snapshot; readonly view: PlayerView };
type Events = readonly ChronicleEntry[];

/** The events that name nobody the persona does not know of: a name alone can give somebody away. */
export function knownEvents(events: Events, eyes: Eyes): Events {
  return events.filter(({ characterIds, factionIds }) =>
    [...characterIds, ...factionIds].every((id) => isKnown(id, eyes)),
  );
}

/** The events a persona had a part in. What else happened somewhere, it may yet find out. */
export function eventsTakenPartIn(events: Events, eyes: Eyes): Events {
  return knownEvents(events, eyes).filter(({ characterIds }) => characterIds.includes(eyes.view.personaId));
}

/** Whoever has left the story is shown to nobody, but not forgotten by those who knew of them. */
function isKnown(id: string, { snapshot, view }: Eyes): boolean {
  if (view.entities[id] !== undefined) return true;
  const entity = Object.values(snapshot.entities).find((one) => one.id === id);
  if (entity === undefined || !entity.retired) return false;
  return entity.visibility === 'public' || entity.knownTo.includes(view.personaId);
}
