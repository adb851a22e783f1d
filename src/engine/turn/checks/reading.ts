import { remembered } from '#engine/kit/remembered.ts';
import { narratedSentences, type Sentence } from './english/narrated.ts';
import { isEnglish } from './text/language.ts';

/** Prose as the checks read it, worked out once for all of them. */
export type Reading = {
  readonly prose: string;
  /** The narrator's sentences; empty when the prose is not English and its grammar cannot be relied upon. */
  readonly sentences: readonly Sentence[];
};

export function readProse(prose: string): Reading {
  return { prose, sentences: isEnglish(prose) ? narratedSentences(prose).map(asReadBefore) : [] };
}

type Known = { sentence: Sentence | null };

/** A few narrations that are being told: the tokens of a text take much more room than the text. */
const KEPT_CHARACTERS = 50_000;
const known = remembered((): Known => ({ sentence: null }), KEPT_CHARACTERS);

/** A sentence that was read in the same place before is the very same object, so that what was found out about it is known. */
function asReadBefore(sentence: Sentence): Sentence {
  const place = known(`${sentence.tokens[0]?.start ?? 0} ${sentence.text}`);
  if (place.sentence === null || !isSame(place.sentence, sentence)) place.sentence = sentence;
  return place.sentence;
}

/** The same text reads otherwise when a quotation was opened before it. */
function isSame({ tokens: one }: Sentence, { tokens: other }: Sentence): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, start }, at) => kind === other[at]?.kind && start === other[at]?.start)
  );
}
