import { suggestName } from '#engine/state/suggest-name.ts';

/** Names that stand in a list twice. */
export function doubles(field: string, names: readonly string[]): readonly string[] {
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set(twice)].map((name) => `${field}: ${name} is there twice. Name each once.`);
}

/** Names that are not among those there are. */
export function strangers(
  field: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `${field}: there is nobody ${name} here. There are ${known.join(', ')}.${suggestName(name, known)}`,
    );
}
