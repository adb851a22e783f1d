import { type HomebrewPack, toHomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import type { LibraryPack } from '#engine/content/library.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import { type ReadPack, readPack } from '#engine/content/read-pack.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';

/** Number of replaced packs that are kept, for campaigns that are just being started. */
const MOST_REPLACED = 16;

/** Cache of pack files as authors wrote them, by content hash. */
export class PackSources {
  readonly #byHash = new Map<string, Promise<HomebrewPack | null>>();
  #current: ReadonlySet<string> = new Set();

  /** Returns the files of a pack in a folder; null when the folder has changed since. */
  ofFolder({ hash, origin }: LibraryPack): Promise<HomebrewPack | null> {
    const known = this.#byHash.get(hash);
    if (known !== undefined) return known;
    const read = readPack(origin).then((pack) => {
      if (pack.hash === hash) return toHomebrewPack(pack);
      this.#byHash.delete(hash);
      return null;
    });
    this.#byHash.set(hash, read);
    return read;
  }

  add(pack: ReadPack): void {
    if (!this.#byHash.has(pack.hash)) this.#byHash.set(pack.hash, Promise.resolve(toHomebrewPack(pack)));
  }

  /** Returns the files with this hash, if they are still cached. */
  find(hash: string): Promise<HomebrewPack | null> {
    return this.#byHash.get(hash) ?? Promise.resolve(null);
  }

  /** Sets the packs that are in use now. Of the others only the latest few stay cached. */
  retain(hashes: Iterable<string>): void {
    this.#current = new Set(hashes);
    const replaced = [...this.#byHash.keys()].filter((hash) => !this.#current.has(hash));
    for (const hash of replaced.slice(0, -MOST_REPLACED)) this.#byHash.delete(hash);
  }
}

/** Serialises the files of a pack once, as long as the pack is the same. */
export const writePackFiles: (pack: HomebrewPack) => readonly PackFile[] = memoizeByObject(
  (pack) => toPackFiles(pack).files,
);
