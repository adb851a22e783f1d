import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AuthoringService } from '#engine/authoring/authoring-service.ts';
import { createAuthoringService } from '#engine/authoring/create-authoring-service.ts';
import { openPackLibrary, type PackLibrary } from '#engine/authoring/pack-library.ts';
import type { Library } from '#engine/content/library.ts';
import { watchForNewPacks, watchPacks } from '#engine/content/watch-packs.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { RebuildableIndex } from '#retrieval/rebuildable-index.ts';
import { hashPacks } from '../services/cluster.ts';
import { loadPacks, updateLoreIndex } from './load-packs.ts';

/**
 * Watches the folder of packs until the signal ends it. A pack in the middle of an edit stays at its last version without
 * errors.
 */
export async function watchFolder(
  folder: string,
  packRepository: Pick<PackLibrary, 'place'>,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  try {
    for await (const { library, changed, held, problems } of watchPacks([folder], { signal })) {
      // The playable packs, with the problems of the files now in the folder.
      await packRepository.place({ ...library, problems });
      logger.info({ changed, held, problems: problems.length }, 'packs reloaded');
    }
  } catch (error) {
    logger.error({ err: error }, 'the packs are no longer watched');
  }
}

/**
 * Takes up packs that are added to the folder while the server runs, as `scenewright import` does, until the signal ends it. `known`
 * are the packs the server started with.
 */
export async function takeUpNewPacks(
  folder: string,
  known: Library,
  { packRepository, signal, logger }: Taking,
): Promise<void> {
  let { packs } = known;
  const listIds = () => packs.map(({ id }) => id);
  try {
    for await (const library of watchForNewPacks(folder, listIds, signal)) {
      packs = library.packs;
      await packRepository.place(library);
      logger.info({ packs: listIds() }, 'a new pack was taken up');
    }
  } catch (error) {
    logger.error({ err: error }, 'new packs are taken up at the next start');
  }
}

type Taking = {
  readonly packRepository: Pick<PackLibrary, 'place'>;
  readonly signal: AbortSignal;
  readonly logger: Logger;
};

type LoreIndexer = {
  /** Updates the index to this library in the background. Of several calls in a row only the last counts. */
  readonly follow: (library: Library) => void;
  /** Whether the index is up to date with the packs; false while it is being filled. */
  readonly isFilled: () => Promise<boolean>;
};

/** Pause before packs that could not be indexed are tried again. */
const RETRY_MILLISECONDS = 5_000;

/** Keeps the lore index in step with the packs. What could not be indexed is tried again until it is, or `signal` ends it. */
function createLoreIndexer(lore: LoreIndex, logger: Logger, signal: AbortSignal): LoreIndexer {
  let wanted: Library | null = null;
  let isFilled = false;
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (wanted !== null) {
      const library = wanted;
      wanted = null;
      try {
        await updateLoreIndex(library, lore, logger);
        isFilled = true;
      } catch (error) {
        isFilled = false;
        if (signal.aborted) break;
        logger.error({ err: error }, 'the lore index could not be filled and is tried again');
        await sleep(RETRY_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {});
        wanted ??= signal.aborted ? null : library;
      }
    }
    running = null;
  };

  return {
    follow: (library) => {
      wanted = library;
      running ??= run();
    },
    isFilled: async () => isFilled && running === null,
  };
}

/** Polling interval for packs saved through another server. */
const CATCH_UP_MILLISECONDS = 2_000;

type OpenPacks = {
  readonly packRepository: PackLibrary;
  readonly authoring: AuthoringService;
  /** Digest of the packs of the folder at the start. */
  readonly folderHash: string;
  /** Whether the lore index is up to date with the packs. */
  readonly isIndexed: () => Promise<boolean>;
  /** Stops watching for changes. */
  readonly close: () => void;
};

type Tools = {
  readonly store: Store;
  readonly lore: RebuildableIndex;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Loads the packs of a folder and those made through the API, and keeps them and their index up to date. */
export async function openPacks(
  folder: string,
  { store, lore, clock, logger }: Tools,
  { watched }: { readonly watched: boolean },
): Promise<OpenPacks> {
  const ending = new AbortController();
  const keeper = createLoreIndexer(lore, logger, ending.signal);
  const library = await loadPacks(folder, logger);
  const packRepository = await openPackLibrary(library, { store, clock, onChange: keeper.follow });
  const unlisten = lore.onRebuild(() => keeper.follow(packRepository.library()));
  if (watched) void watchFolder(folder, packRepository, ending.signal, logger);
  // Servers that share a database compare the packs they started with, so a new one waits for their next start.
  else if (store.isExclusive)
    void takeUpNewPacks(folder, library, { packRepository, signal: ending.signal, logger });
  // With exclusive use of the store, no other server can have saved a pack.
  const looking = store.isExclusive
    ? undefined
    : setInterval(() => catchUp(packRepository, logger), CATCH_UP_MILLISECONDS);
  return {
    packRepository,
    authoring: createAuthoringService({ store, packRepository, folder, clock }),
    folderHash: hashPacks(library),
    isIndexed: keeper.isFilled,
    close: () => {
      ending.abort();
      unlisten();
      clearInterval(looking);
    },
  };
}

function catchUp(packRepository: PackLibrary, logger: Logger): void {
  packRepository
    .catchUp()
    .catch((error: unknown) => logger.error({ err: error }, 'homebrew packs could not be read'));
}
