import { createFigureLookups } from '#engine/content/figures.ts';
import { readHomebrew, readHomebrewFiles } from '#engine/content/homebrew.ts';
import { type HomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import { buildLibrary, type Library, type LibraryPack, loadLibrary } from '#engine/content/library.ts';
import { parsePack, type ReadPack } from '#engine/content/read-pack.ts';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import type { ImageStore } from '#engine/store/images.ts';
import type { Store } from '#engine/store/store.ts';
import type { KeptPackStore } from '#engine/store/stored-packs.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { PackSources, writePackFiles } from './library/pack-sources.ts';
import type { PackRepository } from './pack-repository.ts';

/**
 * Collects the packs connected with those named: all their dependencies, all dependents of these, and so on. The remaining
 * packs say nothing about them.
 */
export function findRelatedPacks(
  packs: readonly LibraryPack[],
  named: readonly string[],
): readonly LibraryPack[] {
  const together = new Set(named);
  let size = -1;
  while (size !== together.size) {
    size = together.size;
    for (const { closure } of packs) {
      if (closure.some((id) => together.has(id))) for (const id of closure) together.add(id);
    }
  }
  return packs.filter(({ id }) => together.has(id));
}

/** Returns the packs made through the API, with every pack of a folder that is connected with them. */
type HomebrewLibrary = { readonly library: Library; readonly ids: ReadonlySet<string> };

const NO_HOMEBREW: HomebrewLibrary = { library: buildLibrary([]), ids: new Set() };

/** Reads the homebrew packs anew. Leaves out one whose id a folder has taken since: the folder wins. */
async function createHomebrewLibrary(
  store: HomebrewStore,
  images: Pick<ImageStore, 'ofPack'>,
  base: Library,
  sources: PackSources,
): Promise<HomebrewLibrary> {
  const files = await readHomebrewFiles(store);
  const made = await Promise.all(
    files.map(async (pack) => parsePack({ ...pack, images: await images.ofPack(pack.origin) })),
  );
  const own = made.filter(({ label }) => base.findPack(label) === null);
  if (own.length === 0) return NO_HOMEBREW;
  for (const pack of own) sources.add(pack);
  const needed = own.flatMap(({ manifest }) => manifest?.depends_on.map(({ id }) => id) ?? []);
  const beside = await Promise.all(
    findRelatedPacks(base.packs, needed).map((pack) => packOfFolder(pack, sources)),
  );
  const library = buildLibrary([...beside.flatMap((pack) => pack ?? []), ...own]);
  return { library, ids: new Set(own.map(({ label }) => label)) };
}

const parsed = new WeakMap<HomebrewPack, ReadPack>();

/** Reads and parses a pack of a folder once, as long as it is the same. */
async function packOfFolder(pack: LibraryPack, sources: PackSources): Promise<ReadPack | null> {
  const source = await sources.ofFolder(pack);
  if (source === null) return null;
  const files = { origin: pack.origin, files: writePackFiles(source), problems: [], images: pack.images };
  const read = parsed.get(source) ?? parsePack(files);
  parsed.set(source, read);
  return read;
}

const LAYERS: Readonly<Record<LibraryPack['layer'], number>> = {
  core: 0,
  setting: 1,
  regional: 2,
  adventure: 3,
  homebrew: 4,
};

/**
 * Joins two libraries. Where both hold a pack, the one of `over` wins. Requires that no pack found only in `base` depends on a
 * pack of `over`, or is a dependency of one. Then the result is exact, because independent packs say nothing about each other.
 */
function joinLibraries(base: Library, over: Library): Library {
  const isOver = (packId: string) => over.findPack(packId) !== null;
  const libraryOf = (id: string) => (isOver(packOf(id)) ? over : base);
  const onlyBase = base.packs.filter(({ id }) => !isOver(id));
  const packs = [...onlyBase, ...over.packs].sort((one, other) => LAYERS[one.layer] - LAYERS[other.layer]);
  const narrowed = new Map<string, Library>();
  const all: Library['all'] = (kind) => [
    ...base.all(kind).filter(({ packId }) => !isOver(packId)),
    ...over.all(kind),
  ];

  return {
    packs,
    findPack: (id) => over.findPack(id) ?? base.findPack(id),
    all,
    ...createFigureLookups({ bestiaries: () => all('bestiary'), spellbooks: () => all('spellbook') }),
    find: (kind, id) => libraryOf(id).find(kind, id),
    findAny: (id) => libraryOf(id).findAny(id),
    overrides: [...base.overrides.filter(({ target }) => !isOver(packOf(target))), ...over.overrides],
    problems: [...base.problems, ...over.problems.filter(({ packId }) => base.findPack(packId) === null)],
    narrowedTo(packIds) {
      const [high, low] = [packIds.filter(isOver), packIds.filter((id) => !isOver(id))];
      if (high.length === 0) return base.narrowedTo(low);
      if (low.length === 0) return over.narrowedTo(high);
      const key = [...packIds].sort().join(' ');
      const both = narrowed.get(key) ?? joinLibraries(base.narrowedTo(low), over.narrowedTo(high));
      narrowed.set(key, both);
      return both;
    },
  };
}

function packOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}

/** Number of cached libraries of earlier packs: as many as are likely to be played at the same time. */
const MAX_READY = 8;

type PinnedLibraries = (pins: readonly PinnedPack[], now: Library) => Promise<Library | Rejection>;

/**
 * Finds the library of exactly the packs a campaign began with. Uses the present one where nothing has changed, else builds one
 * from stored packs. Never substitutes another version.
 */
function createPinnedLibraries(kept: KeptPackStore): PinnedLibraries {
  const ready = createLruCache<string, Promise<Library | Rejection>>(MAX_READY);

  const earlier = (pins: readonly PinnedPack[]): Promise<Library | Rejection> => {
    const key = pins.map(({ hash }) => hash).join(' ');
    const known = ready.get(key);
    if (known !== undefined) return known;
    const found = fromKept(pins, kept);
    ready.set(key, found);
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
    return { origin: id, files: toPackFiles(pack).files, problems: [] };
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
export type PackLibrary = PackRepository & {
  /** Stores these packs, so that a campaign goes on with them even when their folders change or go. */
  readonly keep: (packs: readonly PinnedPack[]) => Promise<Rejection | null>;
  /** Replaces the packs of the folder. */
  readonly place: (folder: Library) => Promise<void>;
  /** Reads the homebrew packs again. Includes everything saved before the call. */
  readonly refresh: () => Promise<void>;
  /** Reads the homebrew packs again if one was saved since, through this or another server. */
  readonly catchUp: () => Promise<void>;
};

type PackLibraryTools = {
  readonly store: Pick<Store, 'homebrew' | 'images' | 'keptPacks'>;
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
    made = await createHomebrewLibrary(homebrew, store.images, from, sources);
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
