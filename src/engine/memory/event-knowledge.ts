import type { CharacterId } from '#engine/state/ids.ts';
import { isEntityKnown, isPublicEntity } from '#engine/state/knowledge.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { ChronicleEntry } from './chronicle.ts';

type World = Pick<Snapshot, 'entities' | 'scene' | 'personas'>;
type Eyes = {
  readonly snapshot: World;
  readonly view: Pick<PlayerView, 'personaId'>;
  /** Personas who must all know of an event. Default: the persona of the view. */
  readonly knowers?: readonly CharacterId[];
};

const RUMOURS = ['rumour', 'rumor'];

/**
 * Returns whether a persona may know of an event; every part that shows events uses this one rule. A persona knows
 * events it took part in, and events it saw or heard told. It also knows events that are common news. An event naming
 * an unknown character or faction stays unknown: a name alone can give a character away.
 */
export function canKnowEvent(event: ChronicleEntry, personaId: CharacterId, snapshot: World): boolean {
  const { characterIds, factionIds, knownTo } = event;
  if (event.visibility === 'gm') return false;
  if (![...characterIds, ...factionIds].every((id) => isEntityKnown(snapshot, id, personaId))) return false;
  return isNews(event) || [...characterIds, ...knownTo].includes(personaId);
}

/** Returns the events the persona, or all of the knowers, may know of. */
export function filterKnownEvents(
  events: readonly ChronicleEntry[],
  { snapshot, view, knowers = [view.personaId] }: Eyes,
): readonly ChronicleEntry[] {
  return events.filter((event) => knowers.every((id) => canKnowEvent(event, id, snapshot)));
}

/**
 * Returns the characters for whom an event is filed, by the same rule: everyone, later arrivals included, or the
 * named ones.
 */
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

/**
 * Returns whether an event is common news. Public and world-affecting events, rumours, and events from before play
 * began are.
 */
function isNews({ visibility, scope, type, tags, scene }: ChronicleEntry): boolean {
  const isRumour = [type, ...tags].some((word) => RUMOURS.includes(word));
  return visibility === 'public' || scope === 'world_affecting' || isRumour || scene.index === 0;
}
