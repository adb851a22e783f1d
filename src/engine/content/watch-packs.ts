import { watch } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Library } from './library/create-library.ts';
import { buildLibrary, loadLibrary } from './library.ts';
import type { PackFiles } from './pack-files.ts';
import type { Problem } from './problem.ts';
import { parsePack, type ReadPack } from './read-pack.ts';
import { readPackFolders } from './reading/read-pack-files.ts';

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
class LastValidPacks {
  readonly #sound = new Map<string, ReadPack>();
  #hashes: ReadonlyMap<string, string> = new Map();

  /** Replaces the packs in use. Returns null when no authored text has changed. */
  place(packs: readonly ReadPack[]): Reload | null {
    const changed = this.#changes(packs);
    if (changed.length === 0) return null;
    const fresh = buildLibrary(packs);
    const isPlayable = ({ label }: ReadPack) => fresh.findPack(label) !== null;
    for (const pack of packs) if (isPlayable(pack)) this.#sound.set(pack.label, pack);
    const held = packs.filter((pack) => !isPlayable(pack) && this.#sound.has(pack.label));
    const served = packs.map((pack) => (isPlayable(pack) ? pack : (this.#sound.get(pack.label) ?? pack)));
    const library = held.length === 0 ? fresh : buildLibrary(served);
    return { library, changed, held: held.map(({ label }) => label), problems: fresh.problems };
  }

  #changes(packs: readonly ReadPack[]): readonly string[] {
    const before = this.#hashes;
    // Problems and images count too: neither changes anything in the hash.
    this.#hashes = new Map(
      packs.map(({ label, hash, problems, images }) => [
        label,
        `${hash} ${JSON.stringify([problems, images])}`,
      ]),
    );
    const ids = new Set([...before.keys(), ...this.#hashes.keys()]);
    return [...ids].filter((id) => before.get(id) !== this.#hashes.get(id)).sort();
  }
}

/**
 * Yields once each time the folders have changed and then stayed unchanged for the quiet period. Ends with the signal.
 */
async function* watchDebounced(
  folders: readonly string[],
  signal: AbortSignal,
  { quietMilliseconds, recursive }: { readonly quietMilliseconds: number; readonly recursive: boolean },
): AsyncGenerator<void> {
  let change = Promise.withResolvers<void>();
  const ring = () => change.resolve();
  signal.addEventListener('abort', ring, { once: true });
  const watching = Promise.all(folders.map((folder) => ringOnChange(folder, { signal, recursive }, ring)));

  while (!signal.aborted) {
    await change.promise;
    let isQuiet = false;
    while (!isQuiet) {
      change = Promise.withResolvers<void>();
      const stillness = pause(quietMilliseconds).then(() => true);
      isQuiet = signal.aborted || (await Promise.race([change.promise.then(() => false), stillness]));
    }
    if (!signal.aborted) yield;
  }
  await watching;
}

/** Calls `ring` at every change. Stops silently when the folder cannot be watched or is removed. */
async function ringOnChange(
  folder: string,
  options: { readonly signal: AbortSignal; readonly recursive: boolean },
  ring: () => void,
): Promise<void> {
  try {
    for await (const _ of watch(folder, options)) ring();
  } catch {
    // No caller waits for this error; the next reload reads the folder as it then is.
  }
}

type WatchOptions = {
  readonly signal: AbortSignal;
  /** Quiet period after the last change before packs are read again, so that saving ten files is one reload. */
  readonly quietMilliseconds?: number;
  /** Homebrew and other packs kept elsewhere, asked for at every reload. */
  readonly others?: () => Promise<readonly PackFiles[]>;
};

/**
 * Yields the present library, and again whenever the content of packs has changed, until the signal ends it. Serves a
 * pack with errors in its last version without, so that an unfinished edit breaks nothing. For development; running
 * campaigns compare the new hashes with those they pinned.
 */
export async function* watchPacks(
  folders: readonly string[],
  { signal, quietMilliseconds = 150, others = async () => [] }: WatchOptions,
): AsyncGenerator<Reload> {
  const lastValid = new LastValidPacks();
  const placed = async () => {
    const read = [...(await readPackFolders(folders)), ...(await others())];
    return lastValid.place(read.map(parsePack));
  };
  const moments = watchDebounced(folders, signal, { quietMilliseconds, recursive: true });
  let reload = await placed();
  for (;;) {
    if (reload !== null) yield reload;
    const moment = await moments.next();
    if (moment.done) return;
    reload = await placed();
  }
}

/** Quiet period after a folder appeared, in which a pack that is copied file by file becomes whole. */
const NEW_PACK_MILLISECONDS = 1_000;

/**
 * Yields the packs of a folder whenever one was added that is not `known`, until the signal ends it. Edits of packs are not
 * noticed. When a known pack is gone or has errors by now nothing is yielded: a game keeps what it has.
 */
export async function* watchForNewPacks(
  folder: string,
  known: () => readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Library> {
  const options = { quietMilliseconds: NEW_PACK_MILLISECONDS, recursive: false };
  for await (const _ of watchDebounced([folder], signal, options)) {
    const library = await loadLibrary([folder]);
    const before = known();
    const isNew = library.packs.some(({ id }) => !before.includes(id));
    if (isNew && before.every((id) => library.findPack(id) !== null)) yield library;
  }
}
