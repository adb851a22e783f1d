/** A mark that ends a sentence in any script, and what may close behind it. */
const SENTENCE_END =
  /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"'*_]*(?=\s|$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『])/gu;

/** Cuts an unfinished last sentence off. Text without one whole sentence stays as it is. */
export function keepWholeSentences(text: string): string {
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end === 0 ? text : text.slice(0, end);
}
