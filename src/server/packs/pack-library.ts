import type { PinnedPack } from '#engine/content/begin-campaign.ts';
import { readHomebrew } from '#engine/content/homebrew.ts';
import { type HomebrewPack, listPackFiles } from '#engine/content/homebrew-pack.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import type { Store } from '#engine/store/store.ts';
import type { KeptPackStore } from '#engine/store/stored-packs.ts';
import type { CampaignPacks } from '#engine/turn/start-campaign.ts';
import type { Clock } from '#engine/util/clock.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import { createHomebrewLibrary, type HomebrewLibrary, joinLibraries, NO_HOMEBREW } from './joined-library.ts';
import { PackSources } from './pack-sources.ts';

/** Number of cached libraries of earlier packs: as many as are likely to be played at the same time. */
const MOST_READY = 8;

type PinnedLibraries = (pins: readonly PinnedPack[], now: Library) => Promise<Library | Rejection>;

/**
 * Finds the library of exactly the packs a campaign began with. Uses the present one where nothing has changed, else builds one
 * from stored packs. Never substitutes another version.
 */
function createPinnedLibraries(kept: KeptPackStore): PinnedLibraries {
  const ready = new Map<string, Promise<Library | Rejection>>();

  const earlier = (pins: readonly PinnedPack[]): Promise<Library | Rejection> => {
    const key = pins.map(({ hash }) => hash).join(' ');
    const found = ready.get(key) ?? fromKept(pins, kept);
    // Removed and inserted again, so that the first entry is the least recently used.
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
    // Written by `keep` under its content hash, which is compared again after reading.
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

/** Repository of the packs of the folder and those made through the API. Only it replaces either. */
export type PackLibrary = PackRepository &
  CampaignPacks & {
    /** Replaces the packs of the folder. */
    readonly place: (folder: Library) => Promise<void>;
    /** Reads the homebrew packs again. Includes everything saved before the call. */
    readonly refresh: () => Promise<void>;
    /** Reads the homebrew packs again if one was saved since, through this or another server. */
    readonly catchUp: () => Promise<void>;
  };

type PackLibraryTools = {
  readonly store: Pick<Store, 'homebrew' | 'keptPacks'>;
  readonly clock: Clock;
  /** Called with every library that replaces another, including the first. */
  readonly onChange: (library: Library) => void;
};

/** Opens the pack repository with the packs of a folder. */
export async function openPackLibrary(folder: Library, tools: PackLibraryTools): Promise<PackLibrary> {
  const { store, clock, onChange } = tools;
  const homebrew = createHomebrewStore(store, clock);
  const sources = new PackSources();
  const pinned = createPinnedLibraries(store.keptPacks);
  let base = folder;
  let made: HomebrewLibrary = NO_HOMEBREW;
  let library = folder;
  let stamp = -1;
  let work: Promise<void> = Promise.resolve();

  const rebuild = async (): Promise<void> => {
    const seen = await store.homebrew.stamp();
    const from = base;
    made = await createHomebrewLibrary(homebrew, from, sources);
    library = made === NO_HOMEBREW ? from : joinLibraries(from, made.library);
    stamp = seen;
    sources.retain(library.packs.map(({ hash }) => hash));
    onChange(library);
    remember(from, sources);
  };
  /** Runs updates one after another: the last to begin sees everything saved or placed before. */
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

/** Wraps the homebrew store so that appended rows carry the time of writing. */
export function createHomebrewStore({ homebrew }: Pick<Store, 'homebrew'>, clock: Clock): HomebrewStore {
  return { ...homebrew, append: (rows) => homebrew.append(rows, clock()) };
}

/** Caches the files of the folder's packs before the folder changes again. */
function remember(library: Library, sources: PackSources): void {
  void (async () => {
    for (const pack of library.packs) await sources.ofFolder(pack).catch(() => null);
  })();
}

async function keep(
  pins: readonly PinnedPack[],
  folder: Library,
  sources: PackSources,
  { store, clock }: PackLibraryTools,
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
