import type { Library } from '../library/make-library.ts';
import { libraryOf } from '../library.ts';
import type { ReadPack } from '../pack/parse-pack.ts';
import type { Problem } from '../problem.ts';

/** A library after its packs changed. */
export type Reload = {
  readonly library: Library;
  /** Packs that say something else than before, that are new, or that are gone. */
  readonly changed: readonly string[];
  /** Packs with errors that are still served as they last were without. */
  readonly held: readonly string[];
  /** Of the packs as they are now, held or not. */
  readonly problems: readonly Problem[];
};

/** Remembers each pack as it last was without errors. */
export class PackShelf {
  readonly #sound = new Map<string, ReadPack>();
  #hashes: ReadonlyMap<string, string> = new Map();

  /** Puts packs on the shelf in the place of those before. Null when nothing an author wrote has changed. */
  place(packs: readonly ReadPack[]): Reload | null {
    const changed = this.#changes(packs);
    if (changed.length === 0) return null;
    const fresh = libraryOf(packs);
    const isPlayable = ({ label }: ReadPack) => fresh.findPack(label) !== null;
    for (const pack of packs) if (isPlayable(pack)) this.#sound.set(pack.label, pack);
    const held = packs.filter((pack) => !isPlayable(pack) && this.#sound.has(pack.label));
    const served = packs.map((pack) => (isPlayable(pack) ? pack : (this.#sound.get(pack.label) ?? pack)));
    const library = held.length === 0 ? fresh : libraryOf(served);
    return { library, changed, held: held.map(({ label }) => label), problems: fresh.problems };
  }

  #changes(packs: readonly ReadPack[]): readonly string[] {
    const before = this.#hashes;
    // Problems count too: a file that cannot be read changes nothing in the hash.
    this.#hashes = new Map(
      packs.map(({ label, hash, problems }) => [label, `${hash} ${JSON.stringify(problems)}`]),
    );
    const ids = new Set([...before.keys(), ...this.#hashes.keys()]);
    return [...ids].filter((id) => before.get(id) !== this.#hashes.get(id)).sort();
  }
}
