import { compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';

/** Something that spoke for a record, and what it was worth. */
type MatchPoint = { readonly match: string; readonly points: number };

/** A record a search found. */
type RecordMatch<Kind> = {
  readonly record: Kind;
  readonly score: number;
  readonly because: readonly MatchPoint[];
};

/** Selects the records with points, most points first, at most `most`. `tie` orders equal ones. */
function selectBest<Kind>(
  scored: readonly { readonly record: Kind; readonly because: readonly MatchPoint[] }[],
  most: number,
  tie: (a: Kind, b: Kind) => number,
): RecordMatch<Kind>[] {
  return scored
    .map(({ record, because }) => ({
      record,
      because,
      score: because.reduce((sum, { points }) => sum + points, 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || tie(a.record, b.record))
    .slice(0, most);
}

/** Returns one entry for every keyword in the text. Case and accents do not matter. */
function matchKeywords(
  text: string | null,
  keywords: readonly string[],
  field: string,
  points: number,
): MatchPoint[] {
  const folded = foldKeyword(text ?? '');
  return foldDistinct(keywords)
    .filter((keyword) => folded.includes(keyword))
    .map((keyword) => ({ match: `"${keyword}" in ${field}`, points }));
}

/** Returns one entry for every wanted value among those held. */
function matchFieldValues(
  held: readonly string[],
  wanted: readonly string[],
  field: string,
  points: number,
): MatchPoint[] {
  const own = new Set(held.map(foldKeyword));
  return foldDistinct(wanted)
    .filter((value) => own.has(value))
    .map((value) => ({ match: `${field} ${value}`, points }));
}

/** Folds words, and removes duplicates and empty ones. */
function foldDistinct(words: readonly string[]): string[] {
  return [...new Set(words.map(foldKeyword))].filter((word) => word !== '');
}

function foldKeyword(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function compareIds(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

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

type CharacterSearch = {
  readonly keywords?: readonly string[];
  readonly ids?: readonly string[];
  readonly categories?: readonly string[];
  readonly locations?: readonly string[];
  /** Only characters with one of these; empty for all. */
  readonly status?: readonly string[];
};

const MOST_CHARACTERS = 4;

const POINTS = { id: 50, name: 20, title: 10, task: 5, category: 8, location: 12 } as const;

/** Returns the best-matching characters, at most four; ties go by id. */
export function searchCharacters(
  characters: readonly CharacterRecord[],
  search: CharacterSearch,
): RecordMatch<CharacterRecord>[] {
  const status = foldDistinct(search.status ?? []);
  const wanted = characters.filter(
    (character) => status.length === 0 || character.status.some((one) => status.includes(foldKeyword(one))),
  );
  const scored = wanted.map((record) => ({ record, because: pointsOf(record, search) }));
  return selectBest(scored, MOST_CHARACTERS, compareIds);
}

function pointsOf(character: CharacterRecord, search: CharacterSearch): MatchPoint[] {
  const { keywords = [], ids = [], categories = [], locations = [] } = search;
  const { id, otherIds = [], name, title, task, location } = character;
  const isMeant = ids.some((wanted) => wanted === id || otherIds.includes(wanted));
  return [
    ...(isMeant ? [{ match: `id ${id}`, points: POINTS.id }] : []),
    ...matchKeywords(name, keywords, 'name', POINTS.name),
    ...matchKeywords(title, keywords, 'title', POINTS.title),
    ...matchKeywords(task, keywords, 'current task', POINTS.task),
    ...matchFieldValues(character.categories, categories, 'category', POINTS.category),
    ...(location !== null && isAt(location, locations)
      ? [{ match: `location ${location.name}`, points: POINTS.location }]
      : []),
  ];
}

/**
 * Reports whether a place is meant: by its id, or by any part of its name. "Valladolid" means the palace there as well.
 */
function isAt(
  { id, name }: { readonly id: string; readonly name: string },
  locations: readonly string[],
): boolean {
  return foldDistinct(locations).some(
    (wanted) => wanted === foldKeyword(id) || foldKeyword(name).includes(wanted),
  );
}

/** An event of the chronicle as the search looks at it. */
export type EventRecord = {
  readonly id: string;
  readonly summary: string;
  readonly type: string;
  readonly characterIds: readonly string[];
  readonly time: WorldTime | null;
};

type EventSearch = {
  readonly keywords?: readonly string[];
  readonly characters?: readonly string[];
  readonly types?: readonly string[];
  /** Neither is left out: an event of that very moment counts. */
  readonly after?: WorldTime | null;
  readonly before?: WorldTime | null;
};

const MOST_EVENTS = 6;

const POINTS_SEARCH_EVENTS = { summary: 10, character: 15, type: 8, dated: 1 } as const;

/**
 * Returns the best-matching events, at most six; ties go to the later one. A search by dates alone finds the events
 * between them. A search with other criteria finds only events that match one of them.
 */
export function searchEvents(
  events: readonly EventRecord[],
  search: EventSearch,
): RecordMatch<EventRecord>[] {
  const { keywords = [], characters = [], types = [], after = null, before = null } = search;
  const asksForMore = keywords.length + characters.length + types.length > 0;
  const asksForDates = after !== null || before !== null;
  const scored = events
    .filter(({ time }) => isWithin(time, after, before))
    .map((record) => {
      const matched = [
        ...matchKeywords(record.summary, keywords, 'summary', POINTS_SEARCH_EVENTS.summary),
        ...matchFieldValues(record.characterIds, characters, 'character', POINTS_SEARCH_EVENTS.character),
        ...matchFieldValues([record.type], types, 'type', POINTS_SEARCH_EVENTS.type),
      ];
      const counts = asksForMore ? matched.length > 0 : asksForDates;
      return { record, because: counts ? [...matched, ...dated(record)] : [] };
    });
  return selectBest(scored, MOST_EVENTS, laterFirst);
}

function dated({ time }: EventRecord): MatchPoint[] {
  return time === null ? [] : [{ match: 'has a date', points: POINTS_SEARCH_EVENTS.dated }];
}

function isWithin(time: WorldTime | null, after: WorldTime | null, before: WorldTime | null): boolean {
  if (after === null && before === null) return true;
  if (time === null) return false;
  return (
    (after === null || compareWorldTimes(time, after) >= 0) &&
    (before === null || compareWorldTimes(time, before) <= 0)
  );
}

function laterFirst(a: EventRecord, b: EventRecord): number {
  if (a.time === null || b.time === null)
    return Number(a.time === null) - Number(b.time === null) || compareIds(b, a);
  return compareWorldTimes(b.time, a.time) || compareIds(b, a);
}

export type LawRecord = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'active' | 'repealed';
};

type LawSearch = {
  readonly keywords?: readonly string[];
  /** Left out, or empty: both. */
  readonly status?: LawRecord['status'] | '';
};

const MOST_LAWS = 3;

const POINTS_SEARCH_LAWS = { title: 15, summary: 10 } as const;

/** Returns the best-matching laws, at most three; ties go by id. */
export function searchLaws(
  laws: readonly LawRecord[],
  { keywords = [], status = '' }: LawSearch,
): RecordMatch<LawRecord>[] {
  const scored = laws
    .filter((law) => status === '' || law.status === status)
    .map((record) => ({
      record,
      because: [
        ...matchKeywords(record.title, keywords, 'title', POINTS_SEARCH_LAWS.title),
        ...matchKeywords(record.summary, keywords, 'summary', POINTS_SEARCH_LAWS.summary),
      ],
    }));
  return selectBest(scored, MOST_LAWS, compareIds);
}

/** One exchange of play, as it can be recalled word for word. */
type RecordedExchange = {
  readonly player: string;
  readonly narration: string;
  /** Events of the chronicle it led to. */
  readonly eventIds: readonly string[];
  /** The in-world day it was played on; null where that is not known. */
  readonly day: number | null;
};

const LAST_OF_DAY = 3;

/** Returns the exchanges about an event: those that name it, else the last three of its in-world day. */
export function recallEvent(
  exchanges: readonly RecordedExchange[],
  event: { readonly id: string; readonly day: number },
): readonly RecordedExchange[] {
  const naming = exchanges.filter(({ eventIds }) => eventIds.includes(event.id));
  return naming.length > 0 ? naming : exchanges.filter(({ day }) => day === event.day).slice(-LAST_OF_DAY);
}
