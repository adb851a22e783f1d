import { readHomebrewFiles } from '#engine/content/homebrew.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import { buildLibrary, type Library, type LibraryPack } from '#engine/content/library.ts';
import { parsePackFiles, type ReadPack } from '#engine/content/read-pack.ts';
import { type PackSources, writePackFiles } from './pack-sources.ts';

/**
 * Collects the packs connected with those named: all their dependencies, all dependents of these, and so on. The remaining
 * packs say nothing about them.
 */
export function findRelatedPacks(
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

/** Returns the packs made through the API, with every pack of a folder that is connected with them. */
export type HomebrewLibrary = { readonly library: Library; readonly ids: ReadonlySet<string> };

export const NO_HOMEBREW: HomebrewLibrary = { library: buildLibrary([]), ids: new Set() };

/** Reads the homebrew packs anew. Leaves out one whose id a folder has taken since: the folder wins. */
export async function createHomebrewLibrary(
  store: HomebrewStore,
  base: Library,
  sources: PackSources,
): Promise<HomebrewLibrary> {
  const made = (await readHomebrewFiles(store)).map(parsePackFiles);
  const own = made.filter(({ label }) => base.findPack(label) === null);
  if (own.length === 0) return NO_HOMEBREW;
  for (const pack of own) sources.add(pack);
  const needed = own.flatMap(({ manifest }) => manifest?.depends_on.map(({ id }) => id) ?? []);
  const beside = await Promise.all(
    findRelatedPacks(base.packs, needed).map((pack) => packOfFolder(pack, sources)),
  );
  const library = buildLibrary([...beside.flatMap((pack) => pack ?? []), ...own]);
  return { library, ids: new Set(own.map(({ label }) => label)) };
}

const parsed = new WeakMap<HomebrewPack, ReadPack>();

/** Reads and parses a pack of a folder once, as long as it is the same. */
async function packOfFolder(pack: LibraryPack, sources: PackSources): Promise<ReadPack | null> {
  const source = await sources.ofFolder(pack);
  if (source === null) return null;
  const files = { origin: pack.origin, files: writePackFiles(source), problems: [] };
  const read = parsed.get(source) ?? parsePackFiles(files);
  parsed.set(source, read);
  return read;
}

const LAYERS: Readonly<Record<LibraryPack['layer'], number>> = {
  core: 0,
  setting: 1,
  regional: 2,
  adventure: 3,
  homebrew: 4,
};

/**
 * Joins two libraries. Where both hold a pack, the one of `over` wins. Requires that no pack found only in `base` depends on a
 * pack of `over`, or is a dependency of one. Then the result is exact, because independent packs say nothing about each other.
 */
export function joinLibraries(base: Library, over: Library): Library {
  const isOver = (packId: string) => over.findPack(packId) !== null;
  const libraryOf = (id: string) => (isOver(packOf(id)) ? over : base);
  const onlyBase = base.packs.filter(({ id }) => !isOver(id));
  const packs = [...onlyBase, ...over.packs].sort((one, other) => LAYERS[one.layer] - LAYERS[other.layer]);
  const narrowed = new Map<string, Library>();

  return {
    packs,
    findPack: (id) => over.findPack(id) ?? base.findPack(id),
    all: (kind) => [...base.all(kind).filter(({ packId }) => !isOver(packId)), ...over.all(kind)],
    find: (kind, id) => libraryOf(id).find(kind, id),
    findAny: (id) => libraryOf(id).findAny(id),
    overrides: [...base.overrides.filter(({ target }) => !isOver(packOf(target))), ...over.overrides],
    problems: [...base.problems, ...over.problems.filter(({ packId }) => base.findPack(packId) === null)],
    narrowedTo(packIds) {
      const [high, low] = [packIds.filter(isOver), packIds.filter((id) => !isOver(id))];
      if (high.length === 0) return base.narrowedTo(low);
      if (low.length === 0) return over.narrowedTo(high);
      const key = [...packIds].sort().join(' ');
      const both = narrowed.get(key) ?? joinLibraries(base.narrowedTo(low), over.narrowedTo(high));
      narrowed.set(key, both);
      return both;
    },
  };
}

function packOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}
