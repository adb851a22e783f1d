import { readHomebrewFiles } from '#engine/content/homebrew.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import { buildLibrary, type Library, type LibraryPack } from '#engine/content/library.ts';
import { parsePackFiles, type ReadPack } from '#engine/content/read-pack.ts';
import type { PackSources } from './pack-sources.ts';
import { packsTogether } from './packs-together.ts';
import { writtenFiles } from './written-files.ts';

/** The packs made through the API, with every pack of a folder that has to do with them. */
export type HomebrewLibrary = { readonly library: Library; readonly ids: ReadonlySet<string> };

export const NO_HOMEBREW: HomebrewLibrary = { library: buildLibrary([]), ids: new Set() };

/** Reads the homebrew packs anew. One whose id a folder has taken since is left out: the folder counts. */
export async function homebrewLibrary(
  store: HomebrewStore,
  base: Library,
  sources: PackSources,
): Promise<HomebrewLibrary> {
  const made = (await readHomebrewFiles(store)).map(parsePackFiles);
  const own = made.filter(({ label }) => base.findPack(label) === null);
  if (own.length === 0) return NO_HOMEBREW;
  for (const pack of own) sources.add(pack);
  const needed = own.flatMap(({ manifest }) => manifest?.depends_on.map(({ id }) => id) ?? []);
  const beside = await Promise.all(
    packsTogether(base.packs, needed).map((pack) => packOfFolder(pack, sources)),
  );
  const library = buildLibrary([...beside.flatMap((pack) => pack ?? []), ...own]);
  return { library, ids: new Set(own.map(({ label }) => label)) };
}

const parsed = new WeakMap<HomebrewPack, ReadPack>();

/** The pack as it was loaded, understood once as long as it is the same. */
async function packOfFolder(pack: LibraryPack, sources: PackSources): Promise<ReadPack | null> {
  const source = await sources.ofFolder(pack);
  if (source === null) return null;
  const files = { origin: pack.origin, files: writtenFiles(source), problems: [] };
  const read = parsed.get(source) ?? parsePackFiles(files);
  parsed.set(source, read);
  return read;
}
