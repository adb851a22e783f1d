import { matchesOf } from '#engine/kit/matches-of.ts';
import { withWordEnds } from './unspaced.ts';

/** Words of a question that say how it is asked, not what about. The index knows most of them; not all. */
const EMPTY = new Set(
  `a an the and or but if of to in on at by for with from as into about is are was were be been being am do does did
  doing done have has had having can could may might must shall should will would what when where which who whom whose
  why how i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that
  these those there here not no nor so than then too very just also any some such only own same s t d ll m re ve tell
  please`.split(/\s+/),
);

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** In Japanese what is written so beside other letters is mostly how a word ends. */
const ENDING = /^\p{Script=Hiragana}$/u;
const MOST_WORDS = 120;

/** Whether a word, written small, says something by itself. */
export function isContentWord(word: string): boolean {
  return !EMPTY.has(word) && !ENDING.test(word);
}

/** The words worth looking for, in order, each once; nothing but letters and digits, so nothing is read as an operator. */
export function contentWords(text: string): string[] {
  const words = matchesOf(WORD, withWordEnds(text.slice(0, 20_000))).map(([word]) => word);
  const telling = words.filter((word) => !EMPTY.has(word.toLowerCase()) && !ENDING.test(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_WORDS);
}
