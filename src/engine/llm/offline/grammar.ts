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
  return phrase.replace(/\{(\w+)\}/g, (_brace, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`no word for {${name}} in "${phrase}"`);
    return word;
  });
}

/** Those that were not said lately; all of them when everything was. */
export function fresh(sayings: readonly string[], recent: string): readonly string[] {
  const unsaid = sayings.filter((saying) => !recent.includes(saying));
  return unsaid.length === 0 ? sayings : unsaid;
}

/** The sentences of a text, without headings and lists. */
export function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/^\s*[#>*-].*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (plain.match(/[^.!?]+[.!?]+["”’)]*/g) ?? []).map((sentence) => sentence.trim()).filter(isPlain);
}

const isPlain = (sentence: string): boolean => sentence.length >= 20 && sentence.length <= 240;
