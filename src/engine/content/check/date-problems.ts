import { isRejection } from '#engine/kit/rejection.ts';
import { compareWorldTimes } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { readDate } from '../begin/world-dates.ts';
import type { Content } from '../library/content.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { sentence } from '../text/sentence.ts';
import { calendarOf } from '../world-calendar.ts';
import { at, type Check, type Checking, each, seenFrom } from './checking.ts';

/** Whether every date can be read in the calendar of its world, and comes in a sensible order. */
export const dateProblems: Check = (checking) => [
  ...each(checking, 'entry_point').flatMap((entry) => entryDates(checking, entry)),
  ...datedContents(checking).flatMap(({ content, dates }) => {
    const calendar = onlyCalendar(checking, content);
    return calendar === null
      ? []
      : dates.flatMap(([path, text]) => unreadable(checking, content, calendar, path, text));
  }),
];

type Dated = {
  readonly content: Content;
  readonly dates: readonly (readonly [FieldPath, string | undefined])[];
};

function datedContents(checking: Checking): readonly Dated[] {
  return [
    ...each(checking, 'character').map((content) => ({
      content,
      dates: [[['born'], content.data.born] as const, [['died'], content.data.died] as const],
    })),
    ...each(checking, 'history').map((content) => ({
      content,
      dates: [[['from'], content.data.from] as const, [['to'], content.data.to] as const],
    })),
    ...each(checking, 'event').map((content) => ({
      content,
      dates: [[['date'], content.data.date] as const],
    })),
    ...each(checking, 'law').map((content) => ({
      content,
      dates: [[['enacted'], content.data.enacted] as const, [['repealed'], content.data.repealed] as const],
    })),
  ];
}

/** Files do not say which world they belong to; where the worlds of a pack disagree, nothing can be said. */
function onlyCalendar(checking: Checking, content: Content): Calendar | null {
  const worlds = seenFrom(checking, content).all('world');
  const calendars = new Set(worlds.map(calendarOf));
  const [only] = calendars;
  return calendars.size === 1 ? (only ?? null) : null;
}

function unreadable(
  checking: Checking,
  content: Content,
  calendar: Calendar,
  path: FieldPath,
  text: string | undefined,
): readonly Problem[] {
  if (text === undefined) return [];
  const moment = readDate(calendar, text);
  if (!isRejection(moment)) return [];
  const message = `${text} is no date of the calendar ${calendar.name}.`;
  return [at(checking, content, path, { code: 'bad-date', message, advice: sentence(moment.reason) })];
}

function entryDates(checking: Checking, entry: Content<'entry_point'>): readonly Problem[] {
  const world = seenFrom(checking, entry).find('world', entry.data.world);
  if (world === null) return [];
  const calendar = calendarOf(world);
  const { opening, deadlines } = entry.data;
  const start = readDate(calendar, opening.time);
  if (isRejection(start)) return unreadable(checking, entry, calendar, ['opening', 'time'], opening.time);
  return deadlines.flatMap(({ due }, index) => {
    const path = ['deadlines', index, 'due'];
    const moment = due === undefined ? null : readDate(calendar, due);
    if (moment === null) return [];
    if (isRejection(moment)) return unreadable(checking, entry, calendar, path, due);
    if (compareWorldTimes(moment, start) > 0) return [];
    const message = `${due} lies before the opening, ${opening.time}.`;
    return [
      at(checking, entry, path, { code: 'bad-date', message, advice: 'Write a later date, or due_in.' }),
    ];
  });
}
