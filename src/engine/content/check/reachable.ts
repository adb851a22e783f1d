import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';

/**
 * The places players can come to from the opening. Blocked and secret ways count: play can open them. A place whose exits
 * nobody drew, or drew to a place that does not exist, leads everywhere.
 */
export function reachableFrom(
  { data }: Content<'entry_point'>,
  library: Library,
  included: ReadonlySet<string>,
): ReadonlySet<string> {
  const places = library.all('location').filter(({ id }) => included.has(id));
  const reached = new Set<string>([data.opening.location]);
  // A set may grow while it is walked; new members are walked too.
  for (const id of reached) {
    const beyond = waysFrom(id, library) ?? places.map((place) => place.id);
    for (const next of beyond) if (included.has(next)) reached.add(next);
  }
  for (const { id, data: place } of places) {
    // Whoever is in a place can look into its parts.
    if (place.part_of !== undefined && reached.has(place.part_of)) reached.add(id);
  }
  return reached;
}

/** Null where nobody can say. */
function waysFrom(id: string, library: Library): readonly string[] | null {
  const exits = library.find('location', id)?.data.exits;
  const isDrawn = exits?.every(({ to }) => library.find('location', to) !== null) ?? false;
  return isDrawn ? (exits?.map(({ to }) => to) ?? null) : null;
}
