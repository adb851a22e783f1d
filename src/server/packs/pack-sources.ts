import { type HomebrewPack, listPackFiles, toHomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { LibraryPack } from '#engine/content/library.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import { type ReadPack, readPack } from '#engine/content/read-pack.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';

/** How many packs that were since replaced are remembered: campaigns that are just being started may still need them. */
const MOST_REPLACED = 16;

/** What authors wrote, by the hash of what it says. */
export class PackSources {
  readonly #byHash = new Map<string, Promise<HomebrewPack | null>>();
  #current: ReadonlySet<string> = new Set();

  /** What a pack of a folder says. Null when its folder says something else by now. */
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

  /** What has this hash, if it is still remembered. */
  find(hash: string): Promise<HomebrewPack | null> {
    return this.#byHash.get(hash) ?? Promise.resolve(null);
  }

  /** Says which packs are in use now; of the others only the latest few are remembered. */
  retain(hashes: Iterable<string>): void {
    this.#current = new Set(hashes);
    const replaced = [...this.#byHash.keys()].filter((hash) => !this.#current.has(hash));
    for (const hash of replaced.slice(0, -MOST_REPLACED)) this.#byHash.delete(hash);
  }
}

/** The files of a pack, written once as long as the pack is the same. */
export const writePackFiles: (pack: HomebrewPack) => readonly PackFile[] = memoizeByObject(listPackFiles);
