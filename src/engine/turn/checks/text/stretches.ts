import { sentenceEnds } from './sentence-ends.ts';
import { plainWords } from './words.ts';

/** So many sentences in a row are read together, and no more words than this. */
const SENTENCES_TOGETHER = 3;
const WORDS_TOGETHER = 45;

export function sentencesOf(prose: string): readonly string[] {
  const ends = [...sentenceEnds(prose), prose.length];
  return ends
    .map((end, index) => prose.slice(ends[index - 1] ?? 0, end).trim())
    .filter((sentence) => sentence !== '');
}

/** The stretches in which something may be told: each sentence alone, and with the one or two after it. */
export function stretchesOf(prose: string): readonly string[] {
  const sentences = sentencesOf(prose);
  const lengths = sentences.map((sentence) => plainWords(sentence).length);
  const stretches = sentences.flatMap((sentence, index) => {
    const together = [sentence];
    let words = lengths[index] ?? 0;
    for (let more = 1; more < SENTENCES_TOGETHER; more += 1) {
      const next = sentences[index + more];
      words += lengths[index + more] ?? 0;
      if (next === undefined || words > WORDS_TOGETHER) break;
      together.push(`${together.at(-1)} ${next}`);
    }
    return together;
  });
  return [...new Set(stretches)];
}
