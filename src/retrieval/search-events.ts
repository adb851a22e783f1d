import { compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { bestOf, byId, type FoundRecord, keywordsIn, type Point, sharedValues } from './records/points.ts';

/** An event of the chronicle as the search looks at it. */
export type EventRecord = {
  readonly id: string;
  readonly summary: string;
  readonly type: string;
  readonly characterIds: readonly string[];
  readonly time: WorldTime | null;
};

export type EventSearch = {
  readonly keywords?: readonly string[];
  readonly characters?: readonly string[];
  readonly types?: readonly string[];
  /** Neither is left out: an event of that very moment counts. */
  readonly after?: WorldTime | null;
  readonly before?: WorldTime | null;
};

export const MOST_EVENTS = 6;

const POINTS = { summary: 10, character: 15, type: 8, dated: 1 } as const;

/**
 * The events that match best, at most six; ties go to the later one. A search that names only dates finds what
 * happened between them; one that names anything else finds nothing that matches none of it.
 */
export function searchEvents(
  events: readonly EventRecord[],
  search: EventSearch,
): FoundRecord<EventRecord>[] {
  const { keywords = [], characters = [], types = [], after = null, before = null } = search;
  const asksForMore = keywords.length + characters.length + types.length > 0;
  const asksForDates = after !== null || before !== null;
  const scored = events
    .filter(({ time }) => isWithin(time, after, before))
    .map((record) => {
      const matched = [
        ...keywordsIn(record.summary, keywords, 'summary', POINTS.summary),
        ...sharedValues(record.characterIds, characters, 'character', POINTS.character),
        ...sharedValues([record.type], types, 'type', POINTS.type),
      ];
      const counts = asksForMore ? matched.length > 0 : asksForDates;
      return { record, because: counts ? [...matched, ...dated(record)] : [] };
    });
  return bestOf(scored, MOST_EVENTS, laterFirst);
}

function dated({ time }: EventRecord): Point[] {
  return time === null ? [] : [{ match: 'has a date', points: POINTS.dated }];
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
    return Number(a.time === null) - Number(b.time === null) || byId(b, a);
  return compareWorldTimes(b.time, a.time) || byId(b, a);
}
