import type { PinnedPack } from '#engine/content/begin-campaign.ts';
import { readHomebrew } from '#engine/content/homebrew.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import type { Library } from '#engine/content/library.ts';
import type { Store } from '#engine/store/store.ts';
import type { CampaignPacks } from '#engine/turn/start-campaign.ts';
import type { Clock } from '#engine/util/clock.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import { type HomebrewLibrary, homebrewLibrary, NO_HOMEBREW } from './homebrew-library.ts';
import { joinedLibrary } from './joined-library.ts';
import { PackSources } from './pack-sources.ts';
import { pinnedLibraries } from './pinned-libraries.ts';

/** The packs of the folder and those made through the API, and the only place where either is replaced. */
export type OpenShelf = PackRepository &
  CampaignPacks & {
    /** Puts other packs in the place of those of the folder. */
    readonly place: (folder: Library) => Promise<void>;
    /** Reads the homebrew packs again. What was saved before it was called is there when it is done. */
    readonly refresh: () => Promise<void>;
    /** Reads the homebrew packs again if somebody, on whatever server, has saved one since. */
    readonly catchUp: () => Promise<void>;
  };

export type ShelfTools = {
  readonly store: Pick<Store, 'homebrew' | 'keptPacks'>;
  readonly clock: Clock;
  /** Told of every library that takes the place of another, the first included. */
  readonly onChange: (library: Library) => void;
};

/** Opens the shelf with the packs of a folder on it. */
export async function openShelf(folder: Library, tools: ShelfTools): Promise<OpenShelf> {
  const { store, clock, onChange } = tools;
  const homebrew = homebrewOf(store, clock);
  const sources = new PackSources();
  const pinned = pinnedLibraries(store.keptPacks);
  let base = folder;
  let made: HomebrewLibrary = NO_HOMEBREW;
  let library = folder;
  let stamp = -1;
  let work: Promise<void> = Promise.resolve();

  const rebuild = async (): Promise<void> => {
    const seen = await store.homebrew.stamp();
    const from = base;
    made = await homebrewLibrary(homebrew, from, sources);
    library = made === NO_HOMEBREW ? from : joinedLibrary(from, made.library);
    stamp = seen;
    sources.retain(library.packs.map(({ hash }) => hash));
    onChange(library);
    remember(from, sources);
  };
  /** One after another: the last to begin sees everything that was saved or placed before. */
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const done = work.then(task);
    work = done.catch(() => {});
    return done;
  };
  await rebuild();

  return {
    library: () => library,
    homebrewIds: () => made.ids,
    sourceOf: async (packId) => {
      const pack = base.findPack(packId);
      return pack === null ? readHomebrew(homebrew, packId) : sources.ofFolder(pack);
    },
    kept: store.keptPacks.has,
    keep: (pins) => keep(pins, base, sources, tools),
    libraryFor: (pins) => pinned(pins, library),
    place: (packs) =>
      inTurn(() => {
        base = packs;
        return rebuild();
      }),
    refresh: () => inTurn(rebuild),
    catchUp: () =>
      inTurn(async () => {
        if ((await store.homebrew.stamp()) !== stamp) await rebuild();
      }),
  };
}

/** The rows of the store with the time at which they are written. */
export function homebrewOf({ homebrew }: Pick<Store, 'homebrew'>, clock: Clock): HomebrewStore {
  return { ...homebrew, append: (rows) => homebrew.append(rows, clock()) };
}

/** Reads what the folder's packs say while the folder still says it. */
function remember(library: Library, sources: PackSources): void {
  void (async () => {
    for (const pack of library.packs) await sources.ofFolder(pack).catch(() => null);
  })();
}

async function keep(
  pins: readonly PinnedPack[],
  folder: Library,
  sources: PackSources,
  { store, clock }: ShelfTools,
): Promise<Rejection | null> {
  const kept = await store.keptPacks.has(pins.map(({ hash }) => hash));
  const missing = pins.filter(({ hash }) => !kept.has(hash));
  const packs = await Promise.all(
    missing.map(async (pin) => {
      const pack = folder.findPack(pin.id);
      const isLoaded = pack !== null && pack.hash === pin.hash;
      return { ...pin, content: await (isLoaded ? sources.ofFolder(pack) : sources.find(pin.hash)) };
    }),
  );
  const changed = packs.find(({ content }) => content === null);
  if (changed !== undefined) {
    const reason = `${changed.id} is not what it was when the server read it. Restart the server, or wait until it has reloaded it, and start again.`;
    return reject('pack-changed-meanwhile', reason, ['entryPointId']);
  }
  await store.keptPacks.keep(packs, clock());
  return null;
}
