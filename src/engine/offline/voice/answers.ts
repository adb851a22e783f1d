import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { contentStems, toParagraph } from '../grammar/words.ts';

/** What a character has to say by its author: its sample lines. */
export type Speaker = { readonly name: string; readonly sampleLines: readonly string[] };

/**
 * One line for somebody who was spoken to. A sample line is repeated as it was written: any when no matter was named, otherwise
 * only one that shares a word with the matter. Else the sentence says that nothing is written.
 */
export function answerOf(
  { name, sampleLines }: Speaker,
  topic: string,
  alreadySaid: string,
  random: KeyedRandom,
): string {
  const wanted = new Set(contentStems(topic).filter((word) => word.length > 2));
  const own = new Set(contentStems(name));
  const fitting = sampleLines.map(toParagraph).filter((line) => {
    const isNew = !alreadySaid.includes(line);
    return isNew && (topic === '' || contentStems(line).some((word) => wanted.has(word) && !own.has(word)));
  });
  if (fitting.length === 0) return noAnswer(name);
  const line = fitting[random.below(fitting.length)] ?? '';
  return `${name}: “${line.replace(/^["“]|["”]$/gu, '')}”`;
}

/** The sentence for somebody whose author wrote nothing that fits. */
export function noAnswer(name: string): string {
  return `${name} has no authored answer to that.`;
}

/** The sentence for somebody who does nothing; it is not worth telling. */
export function waitsSentence(name: string): string {
  return `${name} waits.`;
}
