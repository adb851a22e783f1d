import { extractContentWords, foldText } from './ranking/content-words.ts';

export type NamedEntity = { readonly id: string; readonly name: string };

/** A word so many share says nothing about who is meant. */
const MOST_BEARERS = 2;
const SHORTEST_WORD = 3;

/**
 * Finds the entities a text names: by the whole name, or by a word of it that few others have ("Viktor" for Viktor
 * Hrynko). Accents and case do not matter.
 */
export function findNamed(text: string, everyone: readonly NamedEntity[]): string[] {
  const said = new Set(wordsOf(text));
  if (said.size === 0) return [];
  const bearers = new Map<string, number>();
  for (const { name } of everyone)
    for (const word of new Set(wordsOf(name))) bearers.set(word, (bearers.get(word) ?? 0) + 1);
  return everyone
    .filter(({ name }) => {
      const words = wordsOf(name);
      const telling = words.filter(
        (word) => word.length >= SHORTEST_WORD && (bearers.get(word) ?? 0) <= MOST_BEARERS,
      );
      return (
        telling.some((word) => said.has(word)) || (words.length > 0 && words.every((word) => said.has(word)))
      );
    })
    .map(({ id }) => id);
}

function wordsOf(text: string): string[] {
  return extractContentWords(foldText(text));
}
