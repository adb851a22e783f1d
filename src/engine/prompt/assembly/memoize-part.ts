import type { Draft } from './draft.ts';

/**
 * Memoizes a part of a prompt by the things it is made of, compared by identity. The ladder writes a prompt many times, and each step
 * changes little of it.
 */
export function memoizePart<Part>(
  write: (draft: Draft) => Part,
  listSources: (draft: Draft) => readonly unknown[],
): (draft: Draft) => Part {
  const written: { readonly sources: readonly unknown[]; readonly part: Part }[] = [];
  return (draft) => {
    const sources = listSources(draft);
    const known = written.find((one) => one.sources.every((source, at) => source === sources[at]));
    if (known !== undefined) return known.part;
    const part = write(draft);
    written.push({ sources, part });
    return part;
  };
}
