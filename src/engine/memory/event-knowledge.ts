import type { CharacterId } from '#engine/state/ids.ts';
import { isEntityKnown, isPublicEntity } from '#engine/state/knowledge.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { ChronicleEntry } from './chronicle.ts';

type World = Pick<Snapshot, 'entities' | 'scene' | 'personas'>;
type Eyes = { readonly snapshot: World; readonly view: Pick<PlayerView, 'personaId'> };

const RUMOURS = ['rumour', 'rumor'];

/**
 * The one rule of who may know of an event; whatever tells of events goes by it. A persona knows of what it had a part in, of what it
 * was there to see or hear told, and of what everybody talks about. An event that names somebody it does not know of stays unknown
 * in any case: a name alone can give somebody away.
 */
export function canKnowEvent(event: ChronicleEntry, personaId: CharacterId, snapshot: World): boolean {
  const { characterIds, factionIds, knownTo } = event;
  if (event.visibility === 'gm') return false;
  if (![...characterIds, ...factionIds].every((id) => isEntityKnown(snapshot, id, personaId))) return false;
  return isNews(event) || [...characterIds, ...knownTo].includes(personaId);
}

/** The events the persona may know of. */
export function filterKnownEvents(
  events: readonly ChronicleEntry[],
  { snapshot, view }: Eyes,
): readonly ChronicleEntry[] {
  return events.filter((event) => canKnowEvent(event, view.personaId, snapshot));
}

/** For whom an event is filed, by the same rule: everybody, also who comes later, or those who are named. */
export function findEventKnowers(event: ChronicleEntry, snapshot: World): 'everyone' | readonly string[] {
  const { characterIds, factionIds, knownTo } = event;
  if (event.visibility === 'gm') return [];
  const isOpen = [...characterIds, ...factionIds].every((id) => isPublicEntity(snapshot, id));
  if (isNews(event) && isOpen) return 'everyone';
  const heard = [...(isNews(event) ? snapshot.personas : []), ...characterIds, ...knownTo];
  return [...new Set<string>(heard)].filter((id) => {
    const persona = snapshot.personas.find((one) => one === id);
    return persona === undefined || canKnowEvent(event, persona, snapshot);
  });
}

/** What everybody talks about: what is said to be public, what moves the whole world, rumours, and what was so before play began. */
function isNews({ visibility, scope, type, tags, scene }: ChronicleEntry): boolean {
  const isRumour = [type, ...tags].some((word) => RUMOURS.includes(word));
  return visibility === 'public' || scope === 'world_affecting' || isRumour || scene.index === 0;
}
