import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrationInput } from '../narration.ts';
import { choose, say, sentencesOf } from './grammar.ts';
import {
  AFTER_THE_DICE,
  ALONE,
  CLOSINGS,
  GUARDED_REPLIES,
  HONESTY,
  OPEN_ENDINGS,
  PRESENCES,
  TELLING_REPLIES,
  WITHOUT_DICE,
} from './phrases.ts';

type Person = NarrationInput['present'][number];

/** The prose of a turn: what can be seen and heard, and who answers. It never acts or speaks for the player's character. */
export function tellScene(input: NarrationInput, random: KeyedRandom): string {
  return (input.isOpening ? opening(input, random) : answer(input, random)).join('\n\n');
}

function opening(input: NarrationInput, random: KeyedRandom): string[] {
  const place = input.place === null ? '' : firstSentences(input.place.description, 2);
  const someone = input.present[0];
  return [
    input.entryStart?.trim() ?? '',
    place,
    someone === undefined ? '' : say(random, PRESENCES, wordsFor(someone)),
    closing(input, random),
    HONESTY,
  ].filter((paragraph) => paragraph !== '');
}

function answer(input: NarrationInput, random: KeyedRandom): string[] {
  const place = input.place?.name ?? 'this place';
  const words = { place, time: input.timeOfDay.toLowerCase() };
  const first =
    input.outcome === null
      ? say(random, WITHOUT_DICE, words)
      : `${say(random, AFTER_THE_DICE[heightOf(input.outcome.band)], words)} ${input.outcome.meaning}`.trim();
  return [`${first} ${scenery(input, random)}`.trim(), reply(input, random, place), closing(input, random)];
}

const HIGH = /success|clean|critical|bold|strong|override|exceptional|high/i;
const LOW = /fail|miss|catastroph|low|natural/i;

function heightOf(band: string): 'high' | 'middle' | 'low' {
  if (LOW.test(band)) return 'low';
  return HIGH.test(band) && !/mixed|partial/i.test(band) ? 'high' : 'middle';
}

function scenery({ place, lore }: NarrationInput, random: KeyedRandom): string {
  const seen = sentencesOf(place?.description ?? '');
  return choose(random, seen) ?? sentencesOf(lore[0]?.text ?? '')[0] ?? '';
}

function reply(input: NarrationInput, random: KeyedRandom, place: string): string {
  const person = addressed(input) ?? choose(random, input.present);
  if (person === null || person === undefined) return say(random, ALONE, { place });
  const asked = input.playerText?.includes('?') ?? false;
  const known = asked ? input.lore.find(({ text }) => sentencesOf(text).length > 0) : undefined;
  if (known === undefined) return say(random, GUARDED_REPLIES, { name: person.name });
  const topic = known.title.split(' > ')[0] ?? known.title;
  const told = choose(random, sentencesOf(known.text)) ?? '';
  return `${say(random, TELLING_REPLIES, { name: person.name, topic })} “${told}”`;
}

/** Whoever the player's words name. */
function addressed({ playerText, present }: NarrationInput): Person | undefined {
  const spoken = playerText?.toLowerCase() ?? '';
  return present.find(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.length > 2 && spoken.includes(word)),
  );
}

function closing({ threads }: NarrationInput, random: KeyedRandom): string {
  const thread = choose(random, threads);
  return thread === null ? say(random, OPEN_ENDINGS) : say(random, CLOSINGS, { thread: asPhrase(thread) });
}

function asPhrase(title: string): string {
  return title.replace(/[.!?]+$/, '');
}

function wordsFor({ name, role }: Person): Readonly<Record<string, string>> {
  return { name, role: role === '' ? 'a stranger so far' : role };
}

function firstSentences(text: string, count: number): string {
  return sentencesOf(text).slice(0, count).join(' ');
}
