import type { LibraryPack } from '#engine/content/library.ts';

/**
 * The packs that have to be looked at together with those named: all they stand on, all that stand on these, and so on. Whatever
 * is left says nothing about them.
 */
export function packsTogether(
  packs: readonly LibraryPack[],
  named: readonly string[],
): readonly LibraryPack[] {
  const together = new Set(named);
  let size = -1;
  while (size !== together.size) {
    size = together.size;
    for (const { closure } of packs) {
      if (closure.some((id) => together.has(id))) for (const id of closure) together.add(id);
    }
  }
  return packs.filter(({ id }) => together.has(id));
}
