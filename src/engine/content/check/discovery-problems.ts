import type { EntityContent } from '../begin/campaign-ids.ts';
import { selectIncluded } from '../begin/campaign-parts.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/create-library.ts';
import type { Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';
import { listPlacedOperations } from './operation-problems.ts';

/**
 * Finds the places players can reach from the opening. Blocked and secret exits count, because play can open them. A
 * place whose exits are not given, or lead to a place that does not exist, leads everywhere.
 */
function findReachablePlaces(
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
    // A player in a place can look into its parts.
    if (place.part_of !== undefined && reached.has(place.part_of)) reached.add(id);
  }
  return reached;
}

/** Returns the places the exits lead to; null when exits are not given or lead to an unknown place. */
function waysFrom(id: string, library: Library): readonly string[] | null {
  const exits = library.find('location', id)?.data.exits;
  const isDrawn = exits?.every(({ to }) => library.find('location', to) !== null) ?? false;
  return isDrawn ? (exits?.map(({ to }) => to) ?? null) : null;
}

type EntryPoint = Content<'entry_point'>;

/** Checks that everything hidden can be found by a player somewhere. */
export const checkDiscoveries: PackCheck = (checking) => [
  ...listContents(checking, 'entry_point').flatMap((entry) => silentFacts(checking, entry)),
  ...unreachableDiscoverables(checking),
];

/** Reports hidden facts that no trigger or operation reveals: they would never come to light. */
function silentFacts(checking: CheckContext, entry: EntryPoint): readonly Problem[] {
  const included = selectIncluded(entry, narrowToPack(checking, entry)).entities;
  const text = JSON.stringify(
    [entry, ...included].flatMap((content) =>
      listPlacedOperations(content).map(({ operation }) => operation),
    ),
  );
  return entry.data.facts.flatMap(({ id, visibility, triggers }, index) => {
    const named = JSON.stringify(`${entry.id}.${id}`);
    if (visibility !== 'hidden' || triggers.length > 0 || text.includes(named)) return [];
    const message = `Nobody can ever find out ${id}: it has no triggers and no operation discovers it.`;
    const advice = 'Write triggers: with what a player may do or say, or make it visibility: gm.';
    return [
      createFieldProblem(checking, entry, ['facts', index], {
        severity: 'warning',
        code: 'undiscoverable',
        message,
        advice,
      }),
    ];
  });
}

function unreachableDiscoverables(checking: CheckContext): readonly Problem[] {
  const entries = listContents(checking, 'entry_point').map((entry) => {
    const library = narrowToPack(checking, entry);
    const included = new Set(selectIncluded(entry, library).entities.map(({ id }) => id));
    return { entry, library, included, places: findReachablePlaces(entry, library, included) };
  });
  return (['location', 'character', 'item', 'faction'] as const)
    .flatMap((kind): readonly EntityContent[] => listContents(checking, kind))
    .filter(({ data }) => data.discoverables.length > 0)
    .flatMap((content) => {
      const able = entries.filter(({ library }) => library.findAny(content.id) !== null);
      const found = able.some(
        ({ entry, library, included, places }) =>
          included.has(content.id) && isWithinReach(content, entry, library, places),
      );
      return able.length === 0 || found ? [] : [unreachable(checking, content)];
    });
}

function unreachable(checking: CheckContext, content: EntityContent): Problem {
  const message = `No entry point leads to ${content.localId}, so what can be discovered there never is.`;
  const advice = {
    location: 'Add an exit that leads there, or include it in an entry point.',
    character: 'Give them a location that can be reached, or put them in a cast.',
    item: 'Give it a location that can be reached, or let somebody hold it.',
    faction: 'Include the faction in an entry point.',
  }[content.kind];
  return createFieldProblem(
    checking,
    content,
    ['discoverables'],
    { severity: 'warning', code: 'unreachable', message, advice },
    'key',
  );
}

function isWithinReach(
  content: EntityContent,
  entry: EntryPoint,
  library: Library,
  places: ReadonlySet<string>,
): boolean {
  switch (content.kind) {
    case 'location':
      return places.has(content.id);
    case 'faction':
      return true;
    case 'character':
      return isPersonWithinReach(content, entry, library, places);
    case 'item':
      return places.has(content.data.location ?? '') || isHeldWithinReach(content, entry, library, places);
  }
}

function isPersonWithinReach(
  { id, data }: Content<'character'>,
  entry: EntryPoint,
  library: Library,
  places: ReadonlySet<string>,
): boolean {
  const cast = entry.data.cast.find(({ character }) => character === id);
  if (cast?.role === 'persona' || cast?.present === true) return true;
  const place = cast?.location ?? data.location;
  if (place === undefined) return false;
  // A place that does not exist has been told already.
  return places.has(place) || library.find('location', place) === null;
}

function isHeldWithinReach(
  { id }: Content<'item'>,
  entry: EntryPoint,
  library: Library,
  places: ReadonlySet<string>,
): boolean {
  const owners = new Set([
    ...library
      .all('character')
      .filter(({ data }) => data.inventory.some(({ item }) => item === id))
      .map((one) => one.id),
    ...entry.data.cast
      .filter(({ inventory }) => inventory.some(({ item }) => item === id))
      .map((one) => one.character),
    ...entry.data.inventory.filter(({ item }) => item === id).map(({ owner }) => owner),
  ]);
  return [...owners].some((owner) => {
    const person = library.find('character', owner);
    return person === null ? places.has(owner) : isPersonWithinReach(person, entry, library, places);
  });
}
