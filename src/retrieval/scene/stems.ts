import { contentWords } from '../ranking/content-words.ts';
import { folded, stem } from '../ranking/stem.ts';

/** Ways of doing the same thing, as players put them. The first names the rest. */
const DOINGS: readonly (readonly string[])[] = [
  'search look examine inspect check study investigate rummage explore feel probe read decipher watch observe spy',
  'ask question talk speak inquire enquire interrogate',
  'tell say inform mention admit',
  'show present display',
  'take grab pick lift remove steal pocket fetch',
  'open unlock force pry',
  'follow trail chase track shadow',
  'listen overhear eavesdrop hear',
  'move push pull shift roll slide drag',
  'give pay hand bribe offer',
  'play press',
].map((words) => words.split(' '));

const DOING_OF = new Map(
  DOINGS.flatMap((words) => words.map((word) => [stem(word), `to ${words[0]}`] as const)),
);

/** The telling words of a sentence without their endings; words for one doing are one. */
export function stems(text: string): string[] {
  return contentWords(folded(text)).map((word) => DOING_OF.get(stem(word)) ?? stem(word));
}

export function isDoing(word: string): boolean {
  return word.startsWith('to ');
}
