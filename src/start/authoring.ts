import { checkFiles } from '#engine/content/check-pack.ts';
import { readHomebrewFiles } from '#engine/content/homebrew.ts';
import { listPackFiles } from '#engine/content/homebrew-pack.ts';
import { buildLibrary } from '#engine/content/library.ts';
import { parsePackFiles } from '#engine/content/read-pack.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { AuthoringService } from '#schema/authoring-service.ts';
import { checkFolder } from './check-folder.ts';
import { homebrewOf, type OpenShelf } from './open-shelf.ts';
import { packChanges } from './pack-changes.ts';
import { besidePack } from './packs-beside.ts';

type Tools = {
  readonly store: Pick<Store, 'homebrew' | 'segments'>;
  readonly shelf: OpenShelf;
  /** The folder of packs; nothing outside it is ever read. */
  readonly folder: string;
  readonly clock: Clock;
};

/** What authors can do with the packs on the shelf. */
export function authoring({ store, shelf, folder, clock }: Tools): AuthoringService {
  const homebrew = homebrewOf(store, clock);
  const filesOf = async (packId: string) => {
    const source = await shelf.sourceOf(packId);
    return source === null ? null : listPackFiles(source);
  };

  return {
    ...packChanges(homebrew, shelf),
    rowsOf: (packId) => store.homebrew.latestRows(packId),
    versionsOf: store.homebrew.versionsOf,
    libraryAt: async (packId, revision) => {
      const then = {
        ...homebrew,
        packIds: async () => [packId],
        latestRows: (id: string) => store.homebrew.latestRows(id, revision),
      };
      const files = [...(await besidePack(packId, shelf)), ...(await readHomebrewFiles(then))];
      return buildLibrary(files.map(parsePackFiles));
    },
    check: async (target) => {
      if ('folder' in target) return checkFolder(folder, target.folder);
      const { packId } = target;
      const files = shelf.homebrewIds().has(packId) ? await filesOf(packId) : null;
      if (files === null) return checkFolder(folder, packId, shelf.library().findPack(packId));
      return checkFiles([{ origin: packId, files, problems: [] }], await besidePack(packId, shelf));
    },
    filesOf,
    segmentsOff: store.segments.switchedOff,
    switchSegment: (segmentId, active) => store.segments.set(segmentId, active, clock()),
  };
}
