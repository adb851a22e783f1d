import { checkContents } from './check/check-contents.ts';
import type { PackFiles } from './files/pack-files.ts';
import { readPackFolders } from './files/read-pack-folders.ts';
import { buildContents, contentsOf } from './library/build-contents.ts';
import { type Library, makeLibrary } from './library/make-library.ts';
import { orderPacks } from './library/order-packs.ts';
import { soundPacks } from './library/sound-packs.ts';
import { parsePack, type ReadPack } from './pack/parse-pack.ts';
import { inReadingOrder } from './problem.ts';

export type { Content, Override } from './library/content.ts';
export type { LibraryPack } from './library/library-pack.ts';
export type { Library } from './library/make-library.ts';

/**
 * Reads and checks packs. Each folder is a pack, or holds packs in its sub-folders; `others` are packs kept
 * elsewhere, such as homebrew. Never throws for what a pack says: packs with errors, and packs that stand on
 * them, are left out and their problems reported.
 */
export async function loadLibrary(
  folders: readonly string[],
  others: readonly PackFiles[] = [],
): Promise<Library> {
  const read = await readPackFolders(folders);
  return libraryOf([...read, ...others].map(parsePack));
}

/** A library of packs that are already read. */
export function libraryOf(packs: readonly ReadPack[]): Library {
  const ordered = orderPacks(packs);
  const contents = buildContents(ordered);
  const problems = [
    ...packs.flatMap((pack) => pack.problems),
    ...ordered.problems,
    ...checkContents(ordered, contents),
  ];
  const sound = soundPacks(ordered, problems);
  const kept = new Set(sound.ordered.packs.map(({ manifest }) => manifest.id));
  const told = inReadingOrder([...problems, ...sound.problems]);
  return makeLibrary(sound.ordered, told, contentsOf(contents, kept) ?? undefined);
}
