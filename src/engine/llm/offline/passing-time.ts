import type { NarrateInput } from '../narrate-input.ts';
import { personaDown } from './persona-down.ts';
import { NO_REST } from './rest-asked.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  thirty: 30,
  half: 0.5,
};
const UNITS: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, week: 10_080 };
const SPAN =
  /\b(?:for |another )?(an?|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|half an|\d{1,2}) (minute|hour|day|week)s?\b/i;
const IDLE =
  /\b(?:wait|rest|sit|stay|linger|sleep|pause|let .* pass|do nothing|pray|read|work|practi[sc]e|watch|keep watch|nap)\w*/i;
const UNTIL =
  /\b(?:(?:un)?till?|for) (?:the )?(?:next )?(dawn|sunrise|morning|noon|midday|afternoon|evening|dusk|sunset|nightfall|night|midnight|tomorrow)\b/i;
/** The hour at which each is reached. */
const HOURS: Readonly<Record<string, number>> = {
  dawn: 6,
  sunrise: 6,
  morning: 8,
  tomorrow: 8,
  noon: 12,
  midday: 12,
  afternoon: 14,
  evening: 18,
  dusk: 18,
  sunset: 18,
  nightfall: 20,
  night: 21,
  midnight: 24,
};
const DAY = 1440;
/** Sleeping and nothing else: a night of it, or what passes for one. */
const ASLEEP =
  /^\W*(?:(?:i|we)\s+)?(?:(?:lie down|go to bed|try) (?:and|to)\s+)?(?:sleep|go to (?:bed|sleep))\W*$/i;
const A_NIGHT = 480;

/** How long the player says that time is to pass, in minutes; null when they say nothing of it. */
export function spanSaid({ playerText, packet }: Pick<NarrateInput, 'playerText' | 'packet'>): number | null {
  if (!IDLE.test(playerText) && !ASLEEP.test(playerText)) return null;
  return spanIn(playerText, packet.scene.date) ?? (ASLEEP.test(playerText) ? A_NIGHT : null);
}

/** How long the game master lets pass, in minutes; a day where they do not say. Null when they let none pass. */
function spanDirected({ direction, packet }: Pick<NarrateInput, 'direction' | 'packet'>): number | null {
  return direction?.type === 'time_skip' ? (spanIn(direction.text, packet.scene.date) ?? DAY) : null;
}

function spanIn(words: string, date: string): number | null {
  const until = hourSaid(words);
  if (until !== null) return untilHour(until, date);
  const [, count = '', unit = ''] = SPAN.exec(words) ?? [];
  if (unit === '') return null;
  const many = NUMBERS[count.toLowerCase().split(' ')[0] ?? ''] ?? Number(count);
  return Math.round(many * (UNITS[unit.toLowerCase()] ?? 1));
}

/** The hour somebody waits for, by its name or by the clock. */
function hourSaid(words: string): number | null {
  const name = UNTIL.exec(words)?.[1]?.toLowerCase();
  if (name !== undefined) return HOURS[name] ?? HOURS.morning ?? null;
  const [, hour, minute] = /\b(?:un)?till? (\d{1,2}):(\d\d)\b/i.exec(words) ?? [];
  return hour === undefined ? null : Number(hour) + Number(minute) / 60;
}

function untilHour(hour: number, date: string): number {
  const [, hours, minutes] = /\b(\d{1,2}):(\d\d)/.exec(date) ?? [];
  if (hours === undefined) return 240;
  const left = hour * 60 - (Number(hours) * 60 + Number(minutes));
  return left > 0 ? left : left + DAY;
}

const SLOW = /\b(?:search|rummage|explore|investigate|write|repair|cook|follow|scout|inspect)\w*/i;
const QUICK = /\b(?:look|glance|nod|shout|laugh|attack|hit|punch|strike|shoot)\w*/i;

/** Doing nothing else; who sits down, reads a slate or watches somebody is soon through with it. */
const LINGERING =
  /\b(?:wait|rest|linger|sleep|nap|pause|pray|practi[sc]e|work|do nothing|stay (?:here|put|a while))\w*/i;
/** Where the rules count minutes down, each of them is worth a sentence or two. */
const COUNTED = /^minutes left: [1-9]/i;

/** How long what was told took. */
export function minutesFor(input: NarrateInput, few: number): number {
  // Whoever lies there sleeps no night away between two breaths.
  if (personaDown(input) !== null) return 1;
  const said = input.outcome?.text.includes(NO_REST) === true ? null : spanSaid(input);
  const passed = said ?? spanDirected(input);
  if (passed !== null) return passed;
  if (input.packet.rulesetState.some((line) => COUNTED.test(line)))
    return input.opening !== null ? 0 : few % 2;
  if (input.opening !== null || QUICK.test(input.playerText)) return 1;
  if (SLOW.test(input.playerText)) return 8 + few * 3;
  return LINGERING.test(input.playerText) ? 10 + few * 2 : 1 + few;
}

const MORE_THAN_A_MOMENT = 30;

/** That time has gone by, where the player let it. */
export function timeGone(input: NarrateInput): string {
  const minutes = spanSaid(input);
  if (minutes === null || minutes < MORE_THAN_A_MOMENT || input.outcome !== null) return '';
  if (minutes < 50) return 'The better part of an hour goes by.';
  if (minutes < 100) return 'An hour goes by.';
  if (minutes < 6 * 60) return 'The hours go by, one after another.';
  return minutes < DAY ? 'It is a long while, and the light is another when it is over.' : 'Days go by.';
}
