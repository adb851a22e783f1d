import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CalendarDate, DateParts } from '../calendar.ts';
import { yearInEra } from './eras.ts';
import { plainName } from './plain-name.ts';
import { takeClock } from './read-clock.ts';
import type { Reckoning } from './reckoning.ts';

type ReadDate = { readonly date: CalendarDate; readonly weekday: string | null };
type Groups = Partial<Record<string, string>>;

const MAX_LENGTH = 200;
const NAME = String.raw`\p{L}[\p{L}\p{M}' .-]*`;
const YEAR = String.raw`(?<year>-?\d{1,10})(?: (?<era>${NAME}))?`;

const NUMBERED = new RegExp(
  String.raw`^(?<year>-?\d{4,10})-(?:(?<month>\d{1,2})-(?<day>\d{1,3})|(?<name>${NAME}?)(?:-(?<dayOf>\d{1,3}))?)$`,
  'u',
);
const WRITTEN = [
  new RegExp(`^${YEAR}, (?<name>${NAME}?)(?: (?<day>\\d{1,4}))?$`, 'u'),
  new RegExp(`^(?<day>\\d{1,4}) (?<name>${NAME}?)(?:,? ${YEAR})?$`, 'u'),
  new RegExp(`^(?<name>${NAME}?)(?: (?<day>\\d{1,3}))?(?:,? ${YEAR})?$`, 'u'),
];

/** The date a text proposes; what it leaves out is taken from `from`. Whether it exists is for the calendar to say. */
export function readDate(text: string, reckoning: Reckoning, from: DateParts | null): ReadDate | Rejection {
  if (text.length > MAX_LENGTH)
    return reject('unreadable-date', `a date has at most ${MAX_LENGTH} characters`);
  const tidy = tidied(text);
  const { rest: withoutClock, clock } = takeClock(tidy, reckoning.stretchesByName);
  const { rest, weekday } = takeWeekday(withoutClock, reckoning.weekdays);
  const hands = clock ?? keptClock(from);
  if (rest === '' && clock !== null && from !== null)
    return { date: { ...from, ...midnight, ...hands }, weekday };

  const date = readNumbered(rest, reckoning) ?? readWritten(rest, from);
  if (date === null) return unreadable(text, reckoning);
  if ('rejected' in date) return date;
  return { date: { ...date, ...hands }, weekday };
}

const midnight = { hour: 0, minute: 0, second: 0, microsecond: 0 };

function keptClock(from: DateParts | null): typeof midnight {
  if (from === null) return midnight;
  const { hour, minute, second, microsecond } = from;
  return { hour, minute, second, microsecond };
}

function tidied(text: string): string {
  return text
    .replace(/^\s*timestamp\s*:/i, '')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/(?<=[\d\p{L}])T(?=\d{1,2}:)/u, ' ')
    .replace(/\bthe (?=\d)/gi, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim();
}

function takeWeekday(text: string, weekdays: readonly string[]): { rest: string; weekday: string | null } {
  const comma = text.indexOf(', ');
  if (comma === -1) return { rest: text, weekday: null };
  const first = plainName(text.slice(0, comma));
  const weekday = weekdays.find((each) => plainName(each) === first) ?? null;
  return weekday === null ? { rest: text, weekday } : { rest: text.slice(comma + 2), weekday };
}

function readNumbered(text: string, { eras }: Reckoning): CalendarDate | null {
  const groups: Groups | undefined = NUMBERED.exec(text)?.groups;
  if (groups === undefined) return null;
  const { year, era } = yearInEra(eras, Number(groups.year));
  if (groups.month !== undefined) {
    return { year, era, month: Number(groups.month), day: Number(groups.day) };
  }
  const festival = (groups.name ?? '').replaceAll('-', ' ');
  return { year, era, festival, day: optionalNumber(groups.dayOf) };
}

function readWritten(text: string, from: DateParts | null): CalendarDate | Rejection | null {
  const groups = WRITTEN.map((pattern): Groups | undefined => pattern.exec(text)?.groups).find(Boolean);
  if (groups === undefined) return null;
  const month = (groups.name ?? '').replace(/^(?:the )?(?:day )?of /i, '');
  const day = optionalNumber(groups.day);
  if (groups.year !== undefined) return { year: Number(groups.year), era: groups.era, month, day };
  if (from === null) return reject('missing-year', `"${text}" does not say which year`, ['year']);
  return { year: from.year, era: from.era, month, day };
}

function optionalNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function unreadable(text: string, { months, eras }: Reckoning): Rejection {
  const month = months[0]?.name;
  const era = eras.at(-1)?.name;
  const forms = `"1492 ${era}, ${month} 10, 14:30", "10 ${month} 1492 ${era}" or "1492-01-10"`;
  return reject('unreadable-date', `"${text}" is not a date; write it like ${forms}`);
}
