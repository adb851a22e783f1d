import vocabulary from './vocabulary.json' with { type: 'json' };
import { lookUp, type Words } from './words.ts';

/** A span of time a player asks for. `isGuess`: the words left it open, as in "until morning". */
export type Duration = { readonly minutes: number; readonly spoken: string; readonly isGuess: boolean };

const NUMBERS: Readonly<Record<string, number>> = vocabulary.numbers;
const HOURS: Readonly<Record<string, number>> = vocabulary.hours;

const UNITS: readonly (readonly [RegExp, number, string])[] = [
  [/^min(?:ute)?s?$/, 1, 'minute'],
  [/^(?:hours?|hrs?)$/, 60, 'hour'],
  [/^days?$/, 1440, 'day'],
  [/^weeks?$/, 10_080, 'week'],
];

/** A number in digits or words; null for any other word. */
export function readNumber(word: string): number | null {
  return lookUp(NUMBERS, word) ?? (/^\d{1,7}$/.test(word) ? Number(word) : null);
}

/** Reads "for two hours", "until 10:00", "till morning"; null when the words give no time. */
export function readDuration(tokens: Words, now: number | null): Duration | null {
  const words = tokens.map(({ word }) => word);
  const until = words.findIndex((word) => ['until', 'till', 'til'].includes(word));
  if (until >= 0) return readUntil(words.slice(until + 1), now);
  return readSpan(words.filter((word) => !['for', 'about', 'around', 'another'].includes(word)));
}

/** Reads the hour out of a date that shows one: `15 March 2091, 20:30`. */
export function readClock(date: string): number | null {
  const [, hour, minute] = /\b([01]?\d|2[0-3])[:.]([0-5]\d)\b/.exec(date) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** Spans that are no number of units. */
const SET_SPANS: Readonly<Record<string, Duration>> = {
  'half an hour': { minutes: 30, spoken: 'half an hour', isGuess: false },
  'a while': { minutes: 30, spoken: '30 minutes', isGuess: true },
  'a bit': { minutes: 30, spoken: '30 minutes', isGuess: true },
  'a moment': { minutes: 1, spoken: '1 minute', isGuess: false },
};
const FEW = ['few', 'couple', 'some', 'several'];

function readSpan(words: readonly string[]): Duration | null {
  const set = lookUp(SET_SPANS, words.join(' '));
  if (set !== undefined) return set;
  const [first = ''] = words;
  const isFew = words.slice(0, 2).some((word) => FEW.includes(word));
  const unit = words
    .slice(1, 4)
    .map(unitOf)
    .find((found) => found !== undefined);
  const half = words.join(' ').endsWith('and a half') ? 0.5 : 0;
  const count = (isFew ? 3 : (readNumber(first) ?? Number.NaN)) + half;
  if (unit === undefined || !Number.isFinite(count) || count <= 0) return null;
  const [, minutes, name] = unit;
  const total = Math.min(Math.round(count * minutes), 525_600);
  return { minutes: total, spoken: `${count} ${name}${count === 1 ? '' : 's'}`, isGuess: isFew };
}

function unitOf(word: string) {
  return UNITS.find(([pattern]) => pattern.test(word));
}

function readUntil(words: readonly string[], now: number | null): Duration | null {
  if (now === null) return null;
  const kept = words.filter((word) => !['the', 'about', 'around', 'in', 'next'].includes(word));
  const named = kept.map((word) => lookUp(HOURS, word)).find((hour) => hour !== undefined);
  const at = Math.max(
    kept.findIndex((word) => /^\d{1,2}:\d\d/.test(word)),
    0,
  );
  const [first = '', second = ''] = kept.slice(at);
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(first) ?? [];
  if (hour !== undefined) {
    const part = half ?? (['am', 'pm'].includes(second) ? second : '');
    const at = clockHour(Number(hour), part) * 60 + Number(minute);
    if (Number(hour) > 24 || Number(minute) > 59) return null;
    return untilClock(at % 1440, now, part === '' && !first.includes(':'));
  }
  return named === undefined ? null : untilClock(named * 60, now, true);
}

function clockHour(hour: number, part: string): number {
  if (part === 'pm') return hour === 12 ? 12 : hour + 12;
  return part === 'am' && hour === 12 ? 0 : hour;
}

function untilClock(at: number, now: number, isGuess: boolean): Duration {
  const minutes = (at - now + 1440) % 1440 || 1440;
  const clock = [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return { minutes, spoken: `until ${clock}`, isGuess };
}
