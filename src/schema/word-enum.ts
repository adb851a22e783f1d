import { builder } from './builder.ts';

/** An enum of the engine's own words, each with what it means: `in_progress` is written IN_PROGRESS. */
export function wordEnum<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
) {
  const words = Object.keys(meanings) as Word[];
  const values = words.map((word) => {
    return [
      word.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
      { value: word, description: meanings[word] },
    ] as const;
  });
  return builder.enumType(name, { description, values: Object.fromEntries(values) });
}
