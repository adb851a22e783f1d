import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type CheckReport, checkFiles, checkPacks } from '#engine/content/check-pack.ts';
import { readHomebrewFiles } from '#engine/content/homebrew.ts';
import { toPackFiles } from '#engine/content/homebrew-pack.ts';
import { buildLibrary, type LibraryPack } from '#engine/content/library.ts';
import { readPackImage } from '#engine/content/pack-images.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import { readImage } from '#engine/util/image-file.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { AuthoringService } from './authoring-service.ts';
import { createPackChanges } from './changes/pack-changes.ts';
import { readPackDependencies } from './pack-dependencies.ts';
import { createHomebrewStore, type PackLibrary } from './pack-library.ts';

/** Checks the packs in a subfolder of the packs folder. A path that leads outside, by dots or by links, is treated as missing. */
async function checkFolder(
  packsFolder: string,
  name: string,
  loaded: LibraryPack | null = null,
): Promise<CheckReport | Rejection> {
  const folder = await folderWithin(packsFolder, loaded?.origin ?? name);
  if (folder !== null) return checkPacks([folder], [packsFolder]);
  return reject('unknown-folder', `there is no ${name} in the folder of packs.`);
}

async function folderWithin(packsFolder: string, name: string): Promise<string | null> {
  if (name.includes('\0')) return null;
  const root = await realpath(packsFolder).catch(() => null);
  if (root === null) return null;
  const path = resolve(root, name);
  const real = await realpath(path).catch(() => null);
  if (real === null || !isWithin(root, real)) return null;
  return (await lstat(real)).isDirectory() ? real : null;
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type Tools = {
  readonly store: Pick<Store, 'homebrew' | 'images' | 'segments'>;
  readonly packRepository: PackLibrary;
  /** Folder of packs; nothing outside it is ever read. */
  readonly folder: string;
  readonly clock: Clock;
};

/** Creates the authoring service for the installed packs. */
export function createAuthoringService({ store, packRepository, folder, clock }: Tools): AuthoringService {
  const homebrew = createHomebrewStore(store, clock);
  const filesOf = async (packId: string) => {
    const source = await packRepository.sourceOf(packId);
    return source === null ? null : toPackFiles(source).files;
  };

  return {
    ...createPackChanges(homebrew, packRepository, async (packId, { path, bytes }) => {
      const image = readImage(bytes);
      if (typeof image !== 'string')
        await store.images.setPackImage(packId, path, { ...image, bytes }, clock());
    }),
    rowsOf: (packId) => store.homebrew.latestRows(packId),
    versionsOf: store.homebrew.versionsOf,
    libraryAt: async (packId, revision) => {
      const then = {
        ...homebrew,
        packIds: async () => [packId],
        latestRows: (id: string) => store.homebrew.latestRows(id, revision),
      };
      const files = [
        ...(await readPackDependencies(packId, packRepository)),
        ...(await readHomebrewFiles(then)),
      ];
      return buildLibrary(files.map(parsePack));
    },
    check: async (target) => {
      if ('folder' in target) return checkFolder(folder, target.folder);
      const { packId } = target;
      const files = packRepository.homebrewIds().has(packId) ? await filesOf(packId) : null;
      if (files === null) return checkFolder(folder, packId, packRepository.library().findPack(packId));
      const images = await store.images.ofPack(packId);
      const pack = { origin: packId, files, problems: [], images };
      return checkFiles([pack], await readPackDependencies(packId, packRepository));
    },
    filesOf,
    imagesOf: async (packId) => {
      const pack = packRepository.library().findPack(packId);
      const found = await Promise.all(
        Object.entries(pack?.images ?? {}).map(async ([path, { hash }]) => {
          const stored = await store.images.readPackImage(packId, path);
          return { path, bytes: stored ?? (await readPackImage(pack?.origin ?? '', path, hash)) };
        }),
      );
      return found.flatMap(({ path, bytes }) => (bytes === null ? [] : [{ path, bytes }]));
    },
    segmentsOff: store.segments.switchedOff,
    switchSegment: (segmentId, active) => store.segments.set(segmentId, active, clock()),
  };
}
