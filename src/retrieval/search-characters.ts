import {
  bestOf,
  byId,
  distinct,
  type FoundRecord,
  fold,
  keywordsIn,
  type Point,
  sharedValues,
} from './records/points.ts';

/** A character as the search looks at it. */
export type CharacterRecord = {
  readonly id: string;
  /** Other ids it goes by, such as the one in its pack. */
  readonly otherIds?: readonly string[];
  readonly name: string;
  readonly title: string | null;
  readonly task: string | null;
  readonly categories: readonly string[];
  /** Id and name of the place it is at. */
  readonly location: { readonly id: string; readonly name: string } | null;
  readonly status: readonly string[];
};

export type CharacterSearch = {
  readonly keywords?: readonly string[];
  readonly ids?: readonly string[];
  readonly categories?: readonly string[];
  readonly locations?: readonly string[];
  /** Only characters with one of these; empty for all. */
  readonly status?: readonly string[];
};

export const MOST_CHARACTERS = 4;

const POINTS = { id: 50, name: 20, title: 10, task: 5, category: 8, location: 12 } as const;

/** The characters that match best, at most four; ties go by id. */
export function searchCharacters(
  characters: readonly CharacterRecord[],
  search: CharacterSearch,
): FoundRecord<CharacterRecord>[] {
  const status = distinct(search.status ?? []);
  const wanted = characters.filter(
    (character) => status.length === 0 || character.status.some((one) => status.includes(fold(one))),
  );
  const scored = wanted.map((record) => ({ record, because: pointsOf(record, search) }));
  return bestOf(scored, MOST_CHARACTERS, byId);
}

function pointsOf(character: CharacterRecord, search: CharacterSearch): Point[] {
  const { keywords = [], ids = [], categories = [], locations = [] } = search;
  const { id, otherIds = [], name, title, task, location } = character;
  const isMeant = ids.some((wanted) => wanted === id || otherIds.includes(wanted));
  return [
    ...(isMeant ? [{ match: `id ${id}`, points: POINTS.id }] : []),
    ...keywordsIn(name, keywords, 'name', POINTS.name),
    ...keywordsIn(title, keywords, 'title', POINTS.title),
    ...keywordsIn(task, keywords, 'current task', POINTS.task),
    ...sharedValues(character.categories, categories, 'category', POINTS.category),
    ...(location !== null && isAt(location, locations)
      ? [{ match: `location ${location.name}`, points: POINTS.location }]
      : []),
  ];
}

/** A place is meant by its id, or by any part of its name: "Valladolid" means the palace there as well. */
function isAt(
  { id, name }: { readonly id: string; readonly name: string },
  locations: readonly string[],
): boolean {
  return distinct(locations).some((wanted) => wanted === fold(id) || fold(name).includes(wanted));
}
