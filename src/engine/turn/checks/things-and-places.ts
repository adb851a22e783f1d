import type { Snapshot } from '#engine/state/snapshot.ts';
import type { NarrationFacts } from './narration-facts.ts';

/** What the personas carry and where they are, before and after the turn, and what and where they do not. */
export function thingsAndPlaces(
  before: Snapshot,
  after: Snapshot,
  touched: ReadonlySet<string>,
): Pick<NarrationFacts, 'held' | 'otherItems' | 'places' | 'otherPlaces'> {
  const carried = new Set([before, after].flatMap(carriedIn));
  const here = new Set(
    [before, after].flatMap(({ scene }) => scene.placeId ?? []).concat([...personaPlaces(after)]),
  );
  const entities = Object.values(after.entities);
  const items = entities.filter(({ kind }) => kind === 'item');
  const places = entities.filter(({ kind }) => kind === 'location');
  const isHeld = ({ id }: { readonly id: string }) => carried.has(id);
  const isHere = ({ id, name }: { readonly id: string; readonly name: string }) =>
    [...here].some((placeId) => placeId === id) || touched.has(id) || touched.has(name);
  return {
    held: items.filter(isHeld).map(({ name }) => name),
    otherItems: items.filter((item) => !isHeld(item) && !touched.has(item.id)).map(({ name }) => name),
    places: places.filter(isHere).map(({ name }) => name),
    otherPlaces: places.filter((place) => !isHere(place)).map(({ name }) => name),
  };
}

function carriedIn({ personas, inventory }: Snapshot): readonly string[] {
  return personas.flatMap((id) => Object.keys(inventory[id] ?? {}));
}

/** Personas may be apart from each other. */
function personaPlaces({ personas, entities }: Snapshot) {
  return personas.flatMap((id) => {
    const persona = entities[id];
    return persona?.kind === 'character' && persona.placeId !== null ? [persona.placeId] : [];
  });
}
