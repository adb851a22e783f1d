import { narratedSentences, type Sentence } from './english/narrated.ts';
import { isEnglish } from './text/language.ts';

/** Prose as the checks read it, worked out once for all of them. */
export type Reading = {
  readonly prose: string;
  /** The narrator's sentences; empty when the prose is not English and its grammar cannot be relied upon. */
  readonly sentences: readonly Sentence[];
};

export function readProse(prose: string): Reading {
  return { prose, sentences: isEnglish(prose) ? narratedSentences(prose) : [] };
}
