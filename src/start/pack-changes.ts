import {
  createHomebrewPack,
  restoreVersion,
  saveContent,
  withdrawContent,
} from '#engine/content/homebrew.ts';
import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { HomebrewStore } from '#engine/content/homebrew-store.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { AuthoringService, ContentChange } from '#schema/authoring-service.ts';
import { createTogether } from './create-together.ts';
import type { OpenShelf } from './open-shelf.ts';
import { besidePack, dependenciesOf, packsBeside } from './packs-beside.ts';
import { saveTogether } from './save-together.ts';

/** How often a change is tried when another server saved into the same pack at the same moment. */
const MOST_TRIES = 5;

type Change = { readonly saved: boolean };

export type PackChanges = Pick<
  AuthoringService,
  'createPack' | 'createTogether' | 'save' | 'saveTogether' | 'withdraw' | 'restore'
>;

/** Everything that changes homebrew packs, one change after another, each on the shelf before the next begins. */
export function packChanges(homebrew: HomebrewStore, shelf: OpenShelf): PackChanges {
  let work: Promise<unknown> = Promise.resolve();

  const inTurn = <Done extends Change>(
    change: () => Promise<Done | Rejection>,
  ): Promise<Done | Rejection> => {
    const done = work.then(async () => {
      const result = await tried(change);
      if (!isRejection(result) && result.saved) await shelf.refresh();
      return result;
    });
    work = done.catch(() => {});
    return done;
  };

  return {
    createPack: (manifest) =>
      inTurn(async () => {
        const taken = takenId(manifest, shelf);
        if (taken !== null) return reject('id-taken', `There is a pack ${taken} already.`, ['id']);
        return createHomebrewPack(homebrew, manifest, await packsBeside(dependenciesOf(manifest), shelf));
      }),
    createTogether: (pack) =>
      inTurn(async () => {
        const id = await freeId(String(pack.manifest.id), homebrew, shelf);
        const named = { ...pack, manifest: { ...pack.manifest, id } };
        return createTogether(homebrew, named, await packsBeside(dependenciesOf(named.manifest), shelf));
      }),
    save: ({ baseVersion, ...request }) =>
      inTurn(async () => {
        const conflict = await conflictIn(request.packId, [{ id: request.id, baseVersion }], homebrew);
        return conflict ?? saveContent(homebrew, request, await besidePack(request.packId, shelf));
      }),
    saveTogether: (packId, changes) =>
      inTurn(async () => {
        const conflict = await conflictIn(packId, changes, homebrew);
        return conflict ?? saveTogether(homebrew, packId, changes, await besidePack(packId, shelf));
      }),
    withdraw: (packId, id) =>
      inTurn(async () => withdrawContent(homebrew, packId, id, await besidePack(packId, shelf))),
    restore: (packId, id, version) =>
      inTurn(async () => restoreVersion(homebrew, packId, id, version, await besidePack(packId, shelf))),
  };
}

/** A pack that is left out because of its errors has its id all the same. */
function takenId({ id }: JsonData, shelf: OpenShelf): string | null {
  const { packs, problems } = shelf.library();
  const taken = [...packs.map((pack) => pack.id), ...problems.map(({ packId }) => packId)];
  return typeof id === 'string' && taken.includes(id) ? id : null;
}

/** The id itself, or with the first number that makes it free. */
async function freeId(wanted: string, homebrew: HomebrewStore, shelf: OpenShelf): Promise<string> {
  const taken = await homebrew.packIds();
  const isTaken = (id: string) => taken.includes(id) || takenId({ id }, shelf) !== null;
  let id = wanted;
  for (let count = 2; isTaken(id); count += 1) id = `${wanted}_${count}`;
  return id;
}

/** Tries a change again when somebody else was faster: what it changes is read anew each time. */
async function tried<Done extends Change>(
  change: () => Promise<Done | Rejection>,
): Promise<Done | Rejection> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const result = await change();
    if (left === 1 || !isRejection(result) || result.rejected !== 'edited-meanwhile') return result;
  }
}

/** The first content that somebody has saved since the author looked at it. */
async function conflictIn(
  packId: string,
  changes: readonly Pick<ContentChange, 'id' | 'baseVersion'>[],
  homebrew: HomebrewStore,
): Promise<Rejection | null> {
  if (changes.every(({ baseVersion }) => baseVersion === null)) return null;
  const rows = await homebrew.latestRows(packId);
  for (const { id, baseVersion } of changes) {
    const latest = rows.find((row) => row.id === id)?.version ?? 0;
    if (baseVersion === null || latest === baseVersion) continue;
    const reason = `${packId}:${id} stands at version ${latest}; you changed version ${baseVersion}. Look at the new one and save again.`;
    return reject('not-the-latest', reason, ['baseVersion']);
  }
  return null;
}
