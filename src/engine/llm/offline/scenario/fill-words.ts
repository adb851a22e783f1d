import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import { choose } from '../grammar.ts';
import type { Ground } from './choose-ground.ts';
import type { Person } from './choose-people.ts';

/** What stands for the words in braces. */
export type Words = Readonly<Record<string, string>>;

const OBJECT: Readonly<Record<string, string>> = { he: 'him', she: 'her', it: 'it' };

export function wordsFor(
  { place }: Ground,
  people: readonly Person[],
  thing: string,
  random: KeyedRandom,
): Words {
  const mid = midSentence(place.name);
  const named = people.flatMap(({ part, name, first, pronouns }) => [
    [part, name],
    [`${part}_first`, first],
    [`${part}_them`, OBJECT[pronouns.split('/')[0] ?? ''] ?? 'them'],
  ]);
  return {
    ...Object.fromEntries(named),
    place: mid,
    Place: mid.charAt(0).toUpperCase() + mid.slice(1),
    thing,
    Thing: thing.replace(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase()),
    atmosphere: asSentence(choose(random, place.atmosphere) ?? place.summary),
  };
}

/** `The Late Guest` within a sentence. */
export function midSentence(name: string): string {
  return name.replace(/^(The|A|An) /, (article) => article.toLowerCase());
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]["”’)]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
