import vocabulary from './vocabulary.json' with { type: 'json' };
import { toWordMap, type Words } from './words.ts';

/** A span of time a player asks for. `isGuess`: the words left it open, as in "until morning". */
export type Duration = { readonly minutes: number; readonly spoken: string; readonly isGuess: boolean };

const NUMBERS = toWordMap(vocabulary.numbers);
const HOURS = toWordMap(vocabulary.hours);
const UNITS = [
  { names: ['minute', 'min'], minutes: 1 },
  { names: ['hour', 'hr'], minutes: 60 },
  { names: ['day'], minutes: 1440 },
  { names: ['week'], minutes: 10_080 },
];
const A_WHILE: Duration = { minutes: 30, spoken: '30 minutes', isGuess: true };
/** Spans that are no number of units. */
const SET_SPANS: ReadonlyMap<string, Duration> = new Map([
  ['half an hour', { minutes: 30, spoken: 'half an hour', isGuess: false }],
  ['a moment', { minutes: 1, spoken: '1 minute', isGuess: false }],
  ['a while', A_WHILE],
  ['a bit', A_WHILE],
]);
const FEW = ['few', 'couple', 'some', 'several'];
const A_YEAR = 525_600;

/** A number in digits or words; null for any other word. */
export function readNumber(word: string): number | null {
  const number = NUMBERS.get(word) ?? word;
  return /^\d{1,7}$/.test(number) ? Number(number) : null;
}

/** Reads "for two hours", "until 10:00", "till morning"; null when the words give no time. */
export function readDuration(tokens: Words, now: number | null): Duration | null {
  const words = tokens.map(({ word }) => word);
  const until = words.findIndex((word) => ['until', 'till', 'til'].includes(word));
  if (until >= 0) return now === null ? null : readUntil(words.slice(until + 1), now);
  return readSpan(words.filter((word) => !['for', 'about', 'around', 'another'].includes(word)));
}

/** Reads the hour out of a date that shows one: `15 March 2091, 20:30`. */
export function readClock(date: string): number | null {
  const [, hour, minute] = /\b([01]?\d|2[0-3])[:.]([0-5]\d)\b/.exec(date) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

function readSpan(words: readonly string[]): Duration | null {
  const set = SET_SPANS.get(words.join(' '));
  if (set !== undefined) return set;
  const isFew = words.slice(0, 2).some((word) => FEW.includes(word));
  const unit = UNITS.find(({ names }) =>
    words.slice(1, 4).some((word) => names.includes(word.replace(/s$/, ''))),
  );
  const number = isFew ? 3 : readNumber(words[0] ?? '');
  if (unit === undefined || number === null) return null;
  const count = number + (words.join(' ').endsWith('and a half') ? 0.5 : 0);
  const minutes = Math.round(count * unit.minutes);
  const spoken = `${count} ${unit.names[0]}${count === 1 ? '' : 's'}`;
  return minutes === 0 || minutes > A_YEAR ? null : { minutes, spoken, isGuess: isFew };
}

function readUntil(words: readonly string[], now: number): Duration | null {
  // "tomorrow at 9" is not at nine today.
  if (words.includes('tomorrow')) return readTomorrow(words, now);
  const [, hour, minute = '00', half] =
    /\b(\d{1,2})(?::(\d\d))?(?: ?([ap]m))?(?= |$)/.exec(words.join(' ')) ?? [];
  if (hour === undefined) {
    const named = words.map((word) => HOURS.get(word)).find((each) => each !== undefined);
    return named === undefined ? null : untilClock(Number(named) * 60, now, true);
  }
  if (Number(hour) > 24 || Number(minute) > 59) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const isExact = half !== undefined || words.some((word) => word.includes(':'));
  return untilClock((hours * 60 + Number(minute)) % 1440, now, !isExact);
}

function readTomorrow(words: readonly string[], now: number): Duration | null {
  const named = words.filter((word) => word !== 'tomorrow');
  const until = readUntil(named.length === 0 ? ['morning'] : named, now);
  if (until === null) return null;
  const minutes = until.minutes + (now + until.minutes <= 1440 ? 1440 : 0);
  return { ...until, minutes, spoken: `${until.spoken} tomorrow` };
}

function untilClock(at: number, now: number, isGuess: boolean): Duration {
  const minutes = (at - now + 1440) % 1440 || 1440;
  const clock = [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return { minutes, spoken: `until ${clock}`, isGuess };
}
