import type { Calendar } from '#engine/rules/calendar.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import type { Content } from '../library/content.ts';
import { type FieldPath, type Problem, toSentence } from '../problem.ts';
import { getCalendar, readDate } from '../world-calendar.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';

/** Checks that every date can be read in the calendar of its world, and comes in a sensible order. */
export const checkDates: PackCheck = (checking) => [
  ...listContents(checking, 'entry_point').flatMap((entry) => entryDates(checking, entry)),
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

function datedContents(checking: CheckContext): readonly Dated[] {
  return [
    ...listContents(checking, 'character').map((content) => ({
      content,
      dates: [[['born'], content.data.born] as const, [['died'], content.data.died] as const],
    })),
    ...listContents(checking, 'history').map((content) => ({
      content,
      dates: [[['from'], content.data.from] as const, [['to'], content.data.to] as const],
    })),
    ...listContents(checking, 'event').map((content) => ({
      content,
      dates: [[['date'], content.data.date] as const],
    })),
    ...listContents(checking, 'law').map((content) => ({
      content,
      dates: [[['enacted'], content.data.enacted] as const, [['repealed'], content.data.repealed] as const],
    })),
  ];
}

/** Files do not say which world they belong to; where the worlds of a pack disagree, nothing can be said. */
function onlyCalendar(checking: CheckContext, content: Content): Calendar | null {
  const worlds = narrowToPack(checking, content).all('world');
  const calendars = new Set(worlds.map(getCalendar));
  const [only] = calendars;
  return calendars.size === 1 ? (only ?? null) : null;
}

function unreadable(
  checking: CheckContext,
  content: Content,
  calendar: Calendar,
  path: FieldPath,
  text: string | undefined,
): readonly Problem[] {
  if (text === undefined) return [];
  const moment = readDate(calendar, text);
  if (!isRejection(moment)) return [];
  const message = `${text} is no date of the calendar ${calendar.name}.`;
  return [
    createFieldProblem(checking, content, path, {
      code: 'bad-date',
      message,
      advice: toSentence(moment.reason),
    }),
  ];
}

function entryDates(checking: CheckContext, entry: Content<'entry_point'>): readonly Problem[] {
  const world = narrowToPack(checking, entry).find('world', entry.data.world);
  if (world === null) return [];
  const calendar = getCalendar(world);
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
      createFieldProblem(checking, entry, path, {
        code: 'bad-date',
        message,
        advice: 'Write a later date, or due_in.',
      }),
    ];
  });
}
