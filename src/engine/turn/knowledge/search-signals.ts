import { findRelatives, type Kin } from '#engine/domain/kin.ts';
import { truncateLineage } from '#engine/domain/lineage.ts';
import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { MIN_EXCHANGES } from '#engine/prompt/conversation-window.ts';
import { findWitnessingPersonas, isInSight } from '#engine/state/knowledge.ts';
import type { Character, Entity } from '#engine/state/record.ts';
import type { ActiveThread, LoreSubject, RetrievalScope, SceneSignals } from '#retrieval/lore-retriever.ts';
import type { CharacterRecord } from '#retrieval/record-search.ts';
import type { TurnContext } from '../context.ts';

/** Builds the scope for a lore search at this moment: where to search and on whose behalf. */
export function buildSearchScope({
  playbook,
  campaignId,
  lineage,
  persona,
  snapshot,
  saidScenes,
}: Omit<TurnContext, 'earlySearch'>): RetrievalScope {
  // The last exchanges are always sent as they were told, and need not be found again.
  const firstSent = saidScenes.at(-MIN_EXCHANGES) ?? saidScenes[0] ?? null;
  const past = firstSent === null ? lineage : truncateLineage(lineage, Math.max(0, firstSent - 1));
  return {
    packIds: playbook.packIds,
    history: { campaignId, lineage: past },
    viewer: {
      kind: 'table',
      characterIds: findWitnessingPersonas(snapshot, persona.id),
      // Only a model that is the whole game master may be told undiscovered lore.
      seesHidden: playbook.mechanics.pipeline === 'duet',
    },
  };
}

/** Gathers the search signals of the moment: where it is, who is there, what is going on, what was said. */
export function buildSceneSignals({
  snapshot,
  view,
  playerText,
  recent,
}: Omit<TurnContext, 'earlySearch'>): SceneSignals {
  const { scene, entities } = snapshot;
  const known = Object.keys(view.entities).flatMap((id) => entities[id as keyof typeof entities] ?? []);
  const present = known.filter(({ id }) => view.scene.presentIds.includes(id));
  const factionIds = new Set(
    present.flatMap((one) => (one.kind === 'character' ? (one.factionId ?? []) : [])),
  );
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  return {
    place: place === undefined ? null : toSubject(place),
    present: present.filter(({ kind }) => kind === 'character').map(toSubject),
    factions: known.filter(({ id }) => factionIds.has(id as never)).map(toSubject),
    threads: threadsOf(snapshot.threads, view.threads),
    input: playerText,
    recentEvents: filterKnownEvents(recent, { snapshot, view }).map(({ summary }) => summary),
    known: known.map(toSubject),
  };
}

/** Converts an entity to a lore subject: play names it by its own id, packs by the one it came with. */
export function toSubject({ id, name, packEntityId }: Entity): LoreSubject {
  return { id, name, otherIds: packEntityId === undefined ? [] : [packEntityId] };
}

function threadsOf(
  threads: TurnContext['snapshot']['threads'],
  known: TurnContext['view']['threads'],
): readonly ActiveThread[] {
  return known.flatMap(({ id, status, title }) => {
    const thread = threads[id];
    if (status !== 'active' || thread === undefined) return [];
    const { packId, tags } = thread;
    return { id, name: title, otherIds: packId === undefined ? [] : [`${packId}:${id}`], tags };
  });
}

/** Character on record, with the text told of them when they come up. */
type KnownCharacter = CharacterRecord & { readonly text: string; readonly kin?: Kin };

/** Lists all characters the persona knows of, in the form the record search uses. */
export function listKnownCharacters({ snapshot, view, playbook }: TurnContext): readonly KnownCharacter[] {
  const relatives = findRelatives(view.relationships, view.personaId);
  const findTask = createTaskFinder(view, playbook);
  return Object.values(view.entities).flatMap((seen) => {
    const character = snapshot.entities[seen.id];
    if (seen.kind !== 'character' || character?.kind !== 'character') return [];
    const isTraceable = character.placeId !== null && isInSight(snapshot, character.id);
    const place = isTraceable ? view.entities[character.placeId] : undefined;
    const title = seen.title ?? seen.role;
    return {
      id: seen.id,
      otherIds: character.packEntityId === undefined ? [] : [character.packEntityId],
      name: seen.name,
      title,
      task: findTask(character),
      ...describeKin(relatives.get(character.id), [
        ...character.tags,
        ...(character.categories ?? []).map(toPlainCategory),
      ]),
      location: place === undefined ? null : { id: place.id, name: place.name },
      status: [character.status],
      text: [`${seen.name}, ${title}.`, seen.description, place === undefined ? '' : `At ${place.name}.`]
        .filter((part) => part !== '')
        .join(' '),
    };
  });
}

/**
 * Finds the task by which a character may be found. It covers characters in sight and those with a public tie to the persona,
 * and all of them in `duet`, where the narrator is the whole game master. The tasks of others may be secret.
 */
function createTaskFinder(
  { scene, relationships, personaId }: TurnContext['view'],
  { mechanics }: TurnContext['playbook'],
): (character: Character) => string | null {
  const isWholeGameMaster = mechanics.pipeline === 'duet';
  const ties = relationships
    .filter(({ fromId, toId }) => fromId === personaId || toId === personaId)
    .flatMap(({ fromId, toId }) => [fromId, toId]);
  const known = new Set<string>([...scene.presentIds, ...ties]);
  return ({ id, task = null }) => (isWholeGameMaster || known.has(id) ? task : null);
}

/** Returns a category as models write it, without the pack that declares it: `royal_family`. */
export function toPlainCategory(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** Adds the kinship to the categories of a relative: "my children" is a search for the category `child`. */
function describeKin(
  kin: Kin | undefined,
  categories: readonly string[],
): Pick<KnownCharacter, 'categories' | 'kin'> {
  return kin === undefined ? { categories } : { categories: [...categories, 'family', kin], kin };
}

/** Writes an event as it is told: when, and what happened. */
export function writeEventLine(event: ChronicleEntry, { playbook }: Pick<TurnContext, 'playbook'>): string {
  const status = event.status === 'resolved' ? '' : ` (${event.status})`;
  return `${playbook.calendar.format(event.time, 'long')}: ${event.summary}${status}`;
}
