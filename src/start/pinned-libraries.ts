import type { PinnedPack } from '#engine/content/begin-campaign.ts';
import { type HomebrewPack, listPackFiles } from '#engine/content/homebrew-pack.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import type { KeptPackStore } from '#engine/store/stored-packs.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

/** How many sets of earlier packs stay ready: as many as are likely to be played at the same time. */
const MOST_READY = 8;

export type PinnedLibraries = (pins: readonly PinnedPack[], now: Library) => Promise<Library | Rejection>;

/**
 * Finds the library of exactly the packs a campaign began with: the present one where nothing has changed, else one made from what
 * was kept. Never another version in its place.
 */
export function pinnedLibraries(kept: KeptPackStore): PinnedLibraries {
  const ready = new Map<string, Promise<Library | Rejection>>();

  const earlier = (pins: readonly PinnedPack[]): Promise<Library | Rejection> => {
    const key = pins.map(({ hash }) => hash).join(' ');
    const found = ready.get(key) ?? fromKept(pins, kept);
    // Taken out and put back, so that the first of the map is the one that was not asked for the longest.
    ready.delete(key);
    ready.set(key, found);
    for (const oldest of [...ready.keys()].slice(0, -MOST_READY)) ready.delete(oldest);
    found.then(
      (library) => isRejection(library) && ready.delete(key),
      () => ready.delete(key),
    );
    return found;
  };

  return async (pins, now) =>
    isAllThere(pins, now) ? now.narrowedTo(pins.map(({ id }) => id)) : earlier(pins);
}

async function fromKept(pins: readonly PinnedPack[], kept: KeptPackStore): Promise<Library | Rejection> {
  const contents = await kept.contents(pins.map(({ hash }) => hash));
  const gone = pins.find(({ hash }) => !contents.has(hash));
  if (gone !== undefined) {
    const reason = `This campaign began with ${gone.id} ${gone.version}, which is neither installed nor kept any more. Install that version again to go on.`;
    return reject('pack-gone', reason, [gone.id]);
  }
  const files = pins.map(({ id, hash }) => {
    // Written by `keep` below the hash of what it says, which is compared again once it is read.
    const pack = contents.get(hash) as HomebrewPack;
    return { origin: id, files: listPackFiles(pack), problems: [] };
  });
  const library = await loadLibrary([], files);
  const changed = pins.find(({ id, hash }) => library.findPack(id)?.hash !== hash);
  if (changed === undefined) return library;
  const reason = `This campaign began with ${changed.id} ${changed.version}, which this version of the server cannot play.`;
  return reject('pack-unplayable', reason, [changed.id]);
}

function isAllThere(pins: readonly PinnedPack[], library: Library): boolean {
  return pins.every(({ id, hash }) => library.findPack(id)?.hash === hash);
}
