import { checkFiles } from '#engine/content/check-pack.ts';
import { packFiles } from '#engine/content/export-pack.ts';
import {
  createHomebrewPack,
  homebrewFiles,
  restoreVersion,
  saveContent,
  withdrawContent,
} from '#engine/content/homebrew.ts';
import { libraryOf } from '#engine/content/library.ts';
import { parsedPack } from '#engine/content/read-pack.ts';
import type { Clock } from '#engine/kit/clock.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Store } from '#engine/store/store.ts';
import type { Authoring, ChangeResult, ContentChange } from '#schema/authoring.ts';
import { checkFolder } from './check-folder.ts';
import { homebrewOf, type OpenShelf } from './open-shelf.ts';
import { dependenciesOf, packsBeside } from './packs-beside.ts';

/** How often a change is tried when another server saved into the same pack at the same moment. */
const MOST_TRIES = 5;

type Tools = {
  readonly store: Pick<Store, 'homebrew' | 'segments'>;
  readonly shelf: OpenShelf;
  /** The folder of packs; nothing outside it is ever read. */
  readonly folder: string;
  readonly clock: Clock;
};

export function authoring({ store, shelf, folder, clock }: Tools): Authoring {
  const homebrew = homebrewOf(store, clock);
  let work: Promise<unknown> = Promise.resolve();

  /** Changes are made one after another and are on the shelf before the next begins. */
  const inTurn = (change: () => Promise<ChangeResult>): Promise<ChangeResult> => {
    const done = work.then(async () => {
      const result = await tried(change);
      if (!isRejection(result) && result.saved) await shelf.refresh();
      return result;
    });
    work = done.catch(() => {});
    return done;
  };
  const besidePack = async (packId: string) => {
    const source = await shelf.sourceOf(packId);
    return source === null ? [] : packsBeside(dependenciesOf(source.manifest), shelf);
  };

  return {
    createPack: (manifest) =>
      inTurn(async () => {
        const { packs, problems } = shelf.library();
        // A pack that is left out because of its errors has its id all the same.
        const taken = [...packs.map(({ id }) => id), ...problems.map(({ packId }) => packId)];
        if (typeof manifest.id === 'string' && taken.includes(manifest.id)) {
          return reject('id-taken', `There is a pack ${manifest.id} already.`, ['id']);
        }
        return createHomebrewPack(homebrew, manifest, await packsBeside(dependenciesOf(manifest), shelf));
      }),
    save: ({ baseVersion, ...request }) =>
      inTurn(async () => {
        const conflict = await conflictOf({ baseVersion, ...request }, store);
        return conflict ?? saveContent(homebrew, request, await besidePack(request.packId));
      }),
    withdraw: (packId, id) =>
      inTurn(async () => withdrawContent(homebrew, packId, id, await besidePack(packId))),
    restore: (packId, id, version) =>
      inTurn(async () => restoreVersion(homebrew, packId, id, version, await besidePack(packId))),
    rowsOf: (packId) => store.homebrew.latestRows(packId),
    versionsOf: store.homebrew.versionsOf,
    libraryAt: async (packId, revision) => {
      const then = {
        ...homebrew,
        packIds: async () => [packId],
        latestRows: (id: string) => store.homebrew.latestRows(id, revision),
      };
      return libraryOf([...(await besidePack(packId)), ...(await homebrewFiles(then))].map(parsedPack));
    },
    check: async (target) => {
      if ('folder' in target) return checkFolder(folder, target.folder);
      if (!shelf.homebrewIds().has(target.packId)) {
        return checkFolder(folder, target.packId, shelf.library().findPack(target.packId));
      }
      const source = await shelf.sourceOf(target.packId);
      const files = source === null ? [] : packFiles(source);
      return checkFiles([{ origin: target.packId, files, problems: [] }], await besidePack(target.packId));
    },
    filesOf: async (packId) => {
      const source = await shelf.sourceOf(packId);
      return source === null ? null : packFiles(source);
    },
    segmentsOff: store.segments.switchedOff,
    switchSegment: (segmentId, active) => store.segments.set(segmentId, active, clock()),
  };
}

/** Tries a change again when somebody else was faster: what it changes is read anew each time. */
async function tried(change: () => Promise<ChangeResult>): Promise<ChangeResult> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const result = await change();
    if (left === 1 || !isRejection(result) || result.rejected !== 'edited-meanwhile') return result;
  }
}

async function conflictOf(
  { packId, id, baseVersion }: Pick<ContentChange, 'packId' | 'id' | 'baseVersion'>,
  { homebrew }: Pick<Store, 'homebrew'>,
): Promise<Rejection | null> {
  if (baseVersion === null) return null;
  const latest = (await homebrew.versionsOf(packId, id)).at(-1)?.version ?? 0;
  if (latest === baseVersion) return null;
  const reason = `${packId}:${id} stands at version ${latest}; you changed version ${baseVersion}. Look at the new one and save again.`;
  return reject('not-the-latest', reason, ['baseVersion']);
}
