import type { Logger } from 'pino';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { AuthoringService } from '#schema/authoring-service.ts';
import { authoring } from './authoring.ts';
import { loadPacks } from './load-packs.ts';
import { loreKeeper } from './lore-keeper.ts';
import { type OpenShelf, openShelf } from './open-shelf.ts';
import { watchFolder } from './watch-folder.ts';

/** How soon a pack saved through another server is there to be played. */
const CATCH_UP_MILLISECONDS = 2_000;

export type OpenPacks = {
  readonly shelf: OpenShelf;
  readonly authoring: AuthoringService;
  /** Whether the lore index holds what the packs say. */
  readonly isIndexed: () => Promise<boolean>;
  /** Stops looking for changes. */
  readonly close: () => void;
};

type Tools = {
  readonly store: Store;
  readonly lore: LoreIndex;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Loads the packs of a folder and those made through the API, and keeps them and their index up to date. */
export async function openPacks(
  folder: string,
  { store, lore, clock, logger }: Tools,
  { watched }: { readonly watched: boolean },
): Promise<OpenPacks> {
  const keeper = loreKeeper(lore, logger);
  const library = await loadPacks(folder, logger);
  const shelf = await openShelf(library, { store, clock, onChange: keeper.follow });
  const ending = new AbortController();
  if (watched) void watchFolder(folder, shelf, ending.signal, logger);
  // Alone on the store, nobody else can have saved anything.
  const looking = store.isExclusive
    ? undefined
    : setInterval(() => catchUp(shelf, logger), CATCH_UP_MILLISECONDS);
  return {
    shelf,
    authoring: authoring({ store, shelf, folder, clock }),
    isIndexed: keeper.isFilled,
    close: () => {
      ending.abort();
      clearInterval(looking);
    },
  };
}

function catchUp(shelf: OpenShelf, logger: Logger): void {
  shelf.catchUp().catch((error: unknown) => logger.error({ err: error }, 'homebrew packs could not be read'));
}
