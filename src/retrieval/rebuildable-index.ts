import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '#engine/util/clock.ts';
import { lockFile } from '#engine/util/lock-file.ts';
import { EmbeddingError } from './embedding/embedder.ts';
import { type CursorFile, createCursorFile } from './index/history-position.ts';
import type { IndexProgress, LoreIndex } from './lore-index.ts';

/** A second server, or a tool that writes, was given the folder of a running server's index. */
export class IndexInUseError extends Error {
  override readonly name = 'IndexInUseError';
}

/** A lore index that replaces itself when its files are damaged or gone. */
export type RebuildableIndex = LoreIndex & {
  /** Position of this index in the log of history; lost together with it. */
  readonly cursor: CursorFile;
  /** Calls back each time the index began anew and is empty. Call what it returns to stop. */
  readonly onRebuild: (listener: () => void) => () => void;
};

type Options = {
  readonly folder: string;
  readonly open: () => Promise<LoreIndex>;
  readonly clock: Clock;
  /** Hears of damage and what was done about it. */
  readonly onProblem: (problem: string, error: unknown) => void;
};

/** Faults within this time count together. After a rebuild nothing is rebuilt again for as long. */
const WINDOW_MILLISECONDS = 600_000;
/** One fault may be a coincidence of reading and writing; the second is damage. */
const FAULTS = 2;
/** Faults of the machine, which an empty index would not cure. */
const MACHINE_FAULT = /no space|storage ?full|disk full|read-only|permission denied|too many open files/i;

/**
 * Opens an index in a folder of its own, for this process alone. Moves a damaged index aside, begins an empty one and
 * says so; its contents are derived and can be made again while the server plays.
 */
export async function openRebuildableIndex(options: Options): Promise<RebuildableIndex> {
  const { folder, open, clock, onProblem } = options;
  mkdirSync(folder, { recursive: true });
  const unlock = lockIndexFolder(folder);
  const listeners = new Set<() => void>();
  const watchers = new Set<(progress: IndexProgress) => void>();
  const watch = (index: LoreIndex) => {
    index.onProgress((progress) => {
      for (const watcher of watchers) watcher(progress);
    });
    return index;
  };
  let current = watch(await openOrReplace(options).catch(unlockAndThrow(unlock)));
  let faults: number[] = [];
  let replacedAt = Number.NEGATIVE_INFINITY;
  let replacing: Promise<void> | null = null;

  const replace = async (error: unknown): Promise<void> => {
    const old = current;
    const aside = moveAside(folder, clock());
    current = watch(await open());
    onProblem(`the lore index was damaged and is built anew; what was left of it is in ${aside}`, error);
    // Its files have moved: whatever it still does fails, and nothing waits for it.
    void old.close().catch(() => {});
    for (const listener of listeners) listener();
  };
  /** Counts a fault, and replaces an index that goes on failing. */
  const examine = async (used: LoreIndex, error: unknown): Promise<void> => {
    if (used !== current || error instanceof EmbeddingError || MACHINE_FAULT.test(String(error))) return;
    const now = clock().getTime();
    faults = [...faults.filter((at) => now - at < WINDOW_MILLISECONDS), now];
    if (faults.length < FAULTS || now - replacedAt < WINDOW_MILLISECONDS) return;
    [faults, replacedAt] = [[], now];
    replacing = replace(error).catch((cause: unknown) =>
      onProblem('the damaged lore index could not be replaced', cause),
    );
    await replacing;
  };
  const guarded =
    <Asked extends readonly unknown[], Given>(
      work: (index: LoreIndex) => (...asked: Asked) => Promise<Given>,
    ) =>
    async (...asked: Asked): Promise<Given> => {
      await replacing;
      const used = current;
      try {
        return await work(used)(...asked);
      } catch (error) {
        await examine(used, error);
        throw error;
      }
    };

  return {
    putPack: guarded((index) => index.putPack),
    reindexPack: guarded((index) => index.reindexPack),
    removePack: guarded((index) => index.removePack),
    packStats: guarded((index) => index.packStats),
    addHistory: guarded((index) => index.addHistory),
    removeHistory: guarded((index) => index.removeHistory),
    search: guarded((index) => index.search),
    searchMemories: guarded((index) => index.searchMemories),
    meaningsOf:
      current.meaningsOf === null ? null : async (texts) => (await current.meaningsOf?.(texts)) ?? [],
    cachedBytes: () => current.cachedBytes(),
    onProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    settled: () => current.settled(),
    close: async () => {
      await replacing;
      await current.close();
      unlock();
    },
    cursor: createCursorFile(folder),
    onRebuild: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function unlockAndThrow(unlock: () => void): (error: unknown) => never {
  return (error) => {
    unlock();
    throw error;
  };
}

/** Opens the index, or an empty one in the place of one that cannot be opened. */
async function openOrReplace({ folder, open, clock, onProblem }: Options): Promise<LoreIndex> {
  try {
    return await open();
  } catch (error) {
    if (MACHINE_FAULT.test(String(error))) throw error;
    const aside = moveAside(folder, clock());
    const index = await open();
    onProblem(`the lore index was damaged and is built anew; what was left of it is in ${aside}`, error);
    return index;
  }
}

/** Moves an index out of the way. Keeps one damaged index, the last, for people who want to look at it. */
function moveAside(folder: string, now: Date): string {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.damaged-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const aside = join(parent, `${prefix}${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  // A folder that somebody deleted leaves nothing to keep.
  mkdirSync(folder, { recursive: true });
  renameSync(folder, aside);
  mkdirSync(folder);
  return aside;
}

function lockIndexFolder(folder: string): () => void {
  const unlock = lockFile(`${folder}.lock`);
  if (unlock !== null) return unlock;
  throw new IndexInUseError(
    `LANCEDB_URI: another server or tool already uses the lore index in ${folder}. Every server keeps a copy of its own: choose another folder, or stop the other one.`,
  );
}
