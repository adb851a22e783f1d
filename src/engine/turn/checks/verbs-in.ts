import { DETERMINERS } from './english/small-words.ts';
import { readVerb } from './english/verbs.ts';
import { plainWords } from './text/words.ts';

/** What a text has for verbs. What somebody owns is a noun, and so is `the painting`; `give the order` orders. */
export function verbsIn(text: string): readonly string[] {
  const words = plainWords(text);
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const isNoun = before.endsWith("'s") || (isDefinite(before) && !LEADS_A_NOUN.test(words[at - 2] ?? ''));
    return isNoun ? [] : readVerb(word).map(({ lemma }) => lemma);
  });
}

const LEADS_A_NOUN = /^(?:give|gives|make|makes|take|takes|do|have|return|utter)$/;

function isDefinite(word: string): boolean {
  return DETERMINERS.has(word) && !/^(?:an?|no|that|her)$/.test(word);
}
