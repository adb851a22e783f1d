import type { Library, LibraryPack } from '#engine/content/library.ts';

const LAYERS: Readonly<Record<LibraryPack['layer'], number>> = {
  core: 0,
  setting: 1,
  regional: 2,
  adventure: 3,
  homebrew: 4,
};

/**
 * Two libraries as one. Where both hold a pack, the one of `over` counts. Exact as long as no pack that only `base` holds stands
 * on one of `over` or bears one: packs that do not depend on each other say nothing about each other.
 */
export function joinedLibrary(base: Library, over: Library): Library {
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
      const both = narrowed.get(key) ?? joinedLibrary(base.narrowedTo(low), over.narrowedTo(high));
      narrowed.set(key, both);
      return both;
    },
  };
}

function packOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}
