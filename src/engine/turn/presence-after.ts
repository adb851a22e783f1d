import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** A place the prose has led to that nobody knew of: it is made, with a way to it from here. */
export function placeFound(
  { scene_transition, location }: NarrateOutcome,
  { scene, entities }: Snapshot,
): readonly object[] {
  if (scene_transition === null || scene_transition.name.trim() === '') return [];
  if (placeMeant(scene_transition, location, entities) !== null) return [];
  const { name, description } = scene_transition;
  const connected = scene.placeId === null ? {} : { connectedTo: scene.placeId };
  return [{ op: 'introduce_entity', kind: 'location', name: name.trim(), description, ...connected }];
}

/**
 * Where the scene is and who is in it when the prose ends, as far as the narrator says so. Where one model plays everybody its
 * list is whole, and whoever is missing has left; elsewhere people leave by an operation of their own.
 */
export function presenceAfter(
  { scene_transition, location, scene_characters }: NarrateOutcome,
  { scene, entities, personas }: Snapshot,
  pipeline: Mechanics['pipeline'],
): readonly object[] {
  const place = placeMeant(scene_transition, location, entities);
  const coming = [...new Set([...scene_characters, ...(scene_transition?.present ?? [])])];
  const isHere = (id: string) => scene.presentIds.some((present) => present === id);
  const isPersona = (id: string) => personas.some((persona) => persona === id);
  const isMoved = place !== null && place !== scene.placeId;
  const entering = coming.filter(
    (id) => !isHere(id) && !isPersona(id) && isElsewhere(id, isMoved ? place : null, entities),
  );
  const enter = entering.map((characterId) => ({ op: 'enter_scene', characterId }));
  if (isMoved) {
    const companionIds = coming.filter((id) => isHere(id) && !isPersona(id));
    return [{ op: 'move_party', placeId: place, companionIds }, ...enter];
  }
  const leaving =
    pipeline === 'duet' && coming.length > 0
      ? scene.presentIds.filter((id) => {
          const isCharacter = entities[id]?.kind === 'character';
          return isCharacter && !isPersona(id) && !coming.includes(id);
        })
      : [];
  return [...enter, ...leaving.map((characterId) => ({ op: 'leave_scene', characterId }))];
}

/** Whoever is at the place the scene moves to is in it by that alone. */
function isElsewhere(id: string, place: string | null, entities: Entities): boolean {
  const entity = entities[id as keyof Entities];
  if (entity === undefined) return false;
  return entity.kind !== 'character' || place === null || entity.placeId !== place;
}

type Entities = Snapshot['entities'];

/** Whether an account ends at another place than the scene does, a known one or one it makes up. */
export function leadsElsewhere(
  { scene_transition, location }: Pick<NarrateOutcome, 'scene_transition' | 'location'>,
  { scene, entities }: Snapshot,
): boolean {
  const place = placeMeant(scene_transition, location, entities);
  if (place === null) return scene_transition !== null && scene_transition.name.trim() !== '';
  return place !== scene.placeId;
}

/** The place an account ends at: by the id or the name of its transition, else by what it says of its place. */
function placeMeant(
  transition: NarrateOutcome['scene_transition'],
  location: string,
  entities: Entities,
): string | null {
  const said = [transition?.location_id ?? '', transition?.name ?? '', location];
  return said.map((one) => placeNamed(one, entities)).find((place) => place !== null) ?? null;
}

/** A place meant by its id, or by exactly its name. */
export function placeNamed(said: string, entities: Entities): string | null {
  const wanted = withoutArticle(said);
  if (wanted === '') return null;
  const place = Object.values(entities).find(
    ({ kind, id, name }) => kind === 'location' && (id === wanted || withoutArticle(name) === wanted),
  );
  return place?.id ?? null;
}

/** A place is the same place whether or not a model says "the". */
function withoutArticle(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^the\s+/, '');
}
