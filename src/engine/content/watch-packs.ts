import type { PackFiles } from './files/pack-files.ts';
import { readPackFolders } from './files/read-pack-folders.ts';
import { parsePack } from './pack/parse-pack.ts';
import { PackShelf, type Reload } from './watch/pack-shelf.ts';
import { quietMoments } from './watch/quiet-moments.ts';

export type { Reload } from './watch/pack-shelf.ts';

export type WatchOptions = {
  readonly signal: AbortSignal;
  /** How long nothing must have changed before packs are read again, so that saving ten files is one reload. */
  readonly quietMilliseconds?: number;
  /** Homebrew and other packs kept elsewhere, asked for at every reload. */
  readonly others?: () => Promise<readonly PackFiles[]>;
};

/**
 * The library as it is now, and then again whenever what packs say has changed, until the signal ends it. An author in the middle
 * of an edit breaks nothing: a pack with errors is served as it last was without. For development; running campaigns compare the
 * new hashes with those they pinned.
 */
export async function* watchPacks(
  folders: readonly string[],
  { signal, quietMilliseconds = 150, others = async () => [] }: WatchOptions,
): AsyncGenerator<Reload> {
  const shelf = new PackShelf();
  const placed = async () => {
    const read = [...(await readPackFolders(folders)), ...(await others())];
    return shelf.place(read.map(parsePack));
  };
  const moments = quietMoments(folders, signal, quietMilliseconds);
  let reload = await placed();
  for (;;) {
    if (reload !== null) yield reload;
    const moment = await moments.next();
    if (moment.done) return;
    reload = await placed();
  }
}
