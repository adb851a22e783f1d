import type { Draft } from './draft.ts';

/**
 * A part of a prompt that is written anew only when one of the things it is made of has changed. Going down the ladder writes a
 * prompt many times, and each rung changes little of it.
 */
export function kept<Part>(
  write: (draft: Draft) => Part,
  madeOf: (draft: Draft) => readonly unknown[],
): (draft: Draft) => Part {
  const written: { readonly of: readonly unknown[]; readonly part: Part }[] = [];
  return (draft) => {
    const now = madeOf(draft);
    const known = written.find(({ of }) => of.every((thing, at) => thing === now[at]));
    if (known !== undefined) return known.part;
    const part = write(draft);
    written.push({ of: now, part });
    return part;
  };
}
