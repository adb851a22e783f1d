import { checkContents } from './check/check-contents.ts';
import { buildContents, selectContents } from './library/build-contents.ts';
import { createLibrary, type Library } from './library/create-library.ts';
import {
  createBrokenDependencyProblem,
  type NamedPack,
  type OrderedPacks,
  orderPacks,
} from './library/order-packs.ts';
import type { PackFiles } from './pack-files.ts';
import { isError, type Problem, sortProblems } from './problem.ts';
import { parsePack, type ReadPack } from './read-pack.ts';
import { readPackFolders } from './reading/read-pack-files.ts';

export type { ContentKind } from './format/content-kinds.ts';

/**
 * Selects the packs that have no errors and depend on none with errors. Adds a problem for each pack left out because
 * of another.
 */
function selectSoundPacks(
  ordered: OrderedPacks,
  problems: readonly Problem[],
): { readonly ordered: OrderedPacks; readonly problems: readonly Problem[] } {
  const broken = new Set(problems.filter(isError).map(({ packId }) => packId));
  const brokenBelow = ({ manifest }: NamedPack) =>
    [...(ordered.closures.get(manifest.id) ?? [])].find((id) => id !== manifest.id && broken.has(id));
  const pulledDown = ordered.packs.flatMap((pack) => {
    const culprit = brokenBelow(pack);
    if (culprit === undefined || broken.has(pack.manifest.id)) return [];
    const at = Math.max(
      0,
      pack.manifest.depends_on.findIndex(({ id }) => id === culprit),
    );
    return [createBrokenDependencyProblem(pack, ['depends_on', at], culprit)];
  });
  const packs = ordered.packs.filter(
    (pack) => !broken.has(pack.manifest.id) && brokenBelow(pack) === undefined,
  );
  return { ordered: { ...ordered, packs }, problems: pulledDown };
}

export type { Content, Override } from './library/content.ts';
export type { Library, LibraryPack } from './library/create-library.ts';

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
  return buildLibrary([...read, ...others].map(parsePack));
}

/** Builds a library of packs that are already read. */
export function buildLibrary(packs: readonly ReadPack[]): Library {
  const ordered = orderPacks(packs);
  const contents = buildContents(ordered);
  const problems = [
    ...packs.flatMap((pack) => pack.problems),
    ...ordered.problems,
    ...checkContents(ordered, contents),
  ];
  const sound = selectSoundPacks(ordered, problems);
  const kept = new Set(sound.ordered.packs.map(({ manifest }) => manifest.id));
  const told = sortProblems([...problems, ...sound.problems]);
  return createLibrary(sound.ordered, told, selectContents(contents, kept) ?? undefined);
}
