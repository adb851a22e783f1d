import type { KeyedRandom } from '#engine/kit/keyed-random.ts';

/** Ways to say something; one is chosen each time. Words in braces are filled in. */
export type Phrases = readonly string[];

export function choose<Item>(random: KeyedRandom, items: readonly [Item, ...Item[]]): Item;
export function choose<Item>(random: KeyedRandom, items: readonly Item[]): Item | null;
export function choose<Item>(random: KeyedRandom, items: readonly Item[]): Item | null {
  return items.length === 0 ? null : (items[random.below(items.length)] ?? null);
}

/** Chooses a phrase and fills its braces. A brace nobody filled is a bug in the phrases, and says so. */
export function say(
  random: KeyedRandom,
  phrases: Phrases,
  words: Readonly<Record<string, string>> = {},
  recent = '',
): string {
  const filled = phrases.map((phrase) => fill(phrase, words));
  return choose(random, fresh(filled, recent)) ?? '';
}

function fill(phrase: string, words: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (_brace, name: string, at: number) => {
    const word = words[name];
    if (word === undefined) throw new Error(`no word for {${name}} in "${phrase}"`);
    // A name that is written small inside a sentence begins one with a capital.
    const begins = at === 0 || /[.!?…]”? $/.test(phrase.slice(0, at));
    return begins ? word.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) : word;
  });
}

/** Those that were not said lately; when everything was, those that were said longest ago. */
export function fresh(sayings: readonly string[], recent: string): readonly string[] {
  const unsaid = sayings.filter((saying) => !recent.includes(saying));
  if (unsaid.length > 0) return unsaid;
  const oldest = sayings.toSorted((one, other) => recent.lastIndexOf(one) - recent.lastIndexOf(other));
  return oldest.slice(0, Math.ceil(oldest.length / 2));
}

const OF_A_CROWD =
  /\b(?:people|everybody|everyone|conversation|voices|heads?|witnesses|who else|somebody else|one or two|somebody at|pair of eyes|the others?|those|half of|nobody follows|somebody comes|from somewhere|in front of)\b/i;

/** Phrases that fit so few: where one other person is, no heads turn. */
export function amongSoMany(phrases: Phrases, others: number): Phrases {
  const fitting = others > 1 ? phrases : phrases.filter((phrase) => !OF_A_CROWD.test(phrase));
  return fitting.length === 0 ? phrases : fitting;
}

/** The sentences of a text, without headings and lists. */
export function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/^\s*[#>*-].*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter(isPlain);
}

/** Behind a mark, unless it only shortens a word: `Mr. Toller`, `U.S. Grant`. */
const SENTENCE_END =
  /(?<=(?<!\b(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|No|vs|\p{Lu}))[.!?…]+["”’)]*)\s+(?=["“‘(]?[\p{Lu}\d])/u;

const isPlain = (sentence: string): boolean =>
  sentence.length >= 20 && sentence.length <= 240 && /[.!?…]["”’)]*$/.test(sentence);
