import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';

/**
 * The places players can come to from the opening. Blocked and secret ways count: play can open them. A place whose exits
 * nobody drew leads everywhere.
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
    const exits = library.find('location', id)?.data.exits;
    const beyond = exits === undefined ? places.map((place) => place.id) : exits.map(({ to }) => to);
    for (const next of beyond) if (included.has(next)) reached.add(next);
  }
  for (const place of places) {
    // Whoever is in a place is in all that it is part of, and can look into its parts.
    if (place.data.part_of !== undefined && reached.has(place.data.part_of)) reached.add(place.id);
  }
  return reached;
}
