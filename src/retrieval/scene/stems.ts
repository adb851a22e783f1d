import { contentWords } from '../ranking/content-words.ts';

const ENDINGS = /(?:ings?|ed|es|s)$/;
const SHORTEST = 3;

/** Ways of doing the same thing, as players put them. The first names the rest. */
const DOINGS: readonly (readonly string[])[] = [
  'search look examine inspect check study investigate rummage explore feel probe',
  'ask question talk speak inquire enquire interrogate',
  'tell say inform mention admit',
  'show present display',
  'take grab pick lift remove steal pocket fetch',
  'open unlock force pry',
  'follow trail chase track shadow',
  'read decipher',
  'listen overhear eavesdrop hear',
  'move push pull shift roll slide drag',
  'give pay hand bribe offer',
  'watch observe spy',
  'play press',
].map((words) => words.split(' '));

const DOING_OF = new Map(
  DOINGS.flatMap((words) => words.map((word) => [stem(word), `to ${words[0]}`] as const)),
);

/** The telling words of a sentence without their endings; words for one doing are one. */
export function stems(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return contentWords(folded).map((word) => DOING_OF.get(stem(word)) ?? stem(word));
}

export function isDoing(word: string): boolean {
  return word.startsWith('to ');
}

/** Rough, but the same for both sides of a comparison: `touched`, `touching` and `touch` are one. */
function stem(word: string): string {
  const cut = word.replace(ENDINGS, '');
  const bare = cut.length >= SHORTEST ? cut : word;
  // searched → search, but ripped → rip and taking → tak, like take.
  return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1').replace(/e$/, '');
}
