import { checkFiles } from '#engine/content/check-pack.ts';
import {
  createHomebrewPack,
  type NotSaved,
  type ReferencedPacks,
  readHomebrewFiles,
  restoreVersion,
  type SaveRequest,
  saveContent,
  withdrawContent,
} from '#engine/content/homebrew.ts';
import { type HomebrewPack, type JsonData, toPackFiles } from '#engine/content/homebrew-pack.ts';
import { type HomebrewRow, type HomebrewStore, MANIFEST_ID } from '#engine/content/homebrew-store.ts';
import { incrementPatchVersion } from '#engine/content/version-range.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type {
  AuthoringService,
  ContentChange,
  CreatedPack,
  PackImageFile,
  SavedBatch,
} from '../authoring-service.ts';
import { listDependencies, readDependencyFiles, readPackDependencies } from '../pack-dependencies.ts';
import type { PackLibrary } from '../pack-library.ts';

/** Creates a homebrew pack with its manifest and all contents, or nothing. */
async function createPack(
  store: HomebrewStore,
  pack: HomebrewPack,
  beside: ReferencedPacks,
): Promise<CreatedPack | NotSaved | Rejection> {
  const packId = String(pack.manifest.id);
  const files = { origin: packId, files: toPackFiles(pack).files, problems: [] };
  const { problems, isPlayable } = checkFiles([files], beside);
  if (!isPlayable) return { saved: false, problems };
  const rows: readonly HomebrewRow[] = [
    { packId, kind: 'manifest', id: MANIFEST_ID, version: 1, active: true, data: pack.manifest, body: '' },
    ...pack.contents.map((content) => ({ packId, version: 1, active: true, ...content })),
  ];
  if (await store.append(rows)) return { saved: true, packId, problems };
  return reject(
    'edited-meanwhile',
    'Another author created a pack of this name at the same moment. Try again.',
  );
}

type Request = Omit<SaveRequest, 'packId'>;

const ID = /^[a-z][a-z0-9_-]{0,59}$/;
const WITHOUT_TEXT: readonly SaveRequest['kind'][] = ['ruleset', 'entry_point'];

/**
 * Saves several contents of a pack at once, all or none. Contents that name each other can only be saved like this. The pack's
 * patch version rises once.
 */
async function savePackChanges(
  store: HomebrewStore,
  packId: string,
  requests: readonly Request[],
  beside: ReferencedPacks,
): Promise<SavedBatch | NotSaved | Rejection> {
  const refused = requests.map((request, at) => refusal(request, requests.slice(0, at))).find(Boolean);
  if (refused) return refused;
  const latest = await store.latestRows(packId);
  const manifest = latest.find(({ id }) => id === MANIFEST_ID);
  if (manifest === undefined) {
    return reject('unknown-pack', `There is no homebrew pack ${packId}.`, ['packId']);
  }
  const rows = requests.map((request) => rowOf(packId, request, latest));
  const packVersion = incrementPatchVersion(String(manifest.data.version));
  const own = {
    ...manifest,
    version: manifest.version + 1,
    data: { ...manifest.data, version: packVersion },
  };

  const { problems, isPlayable } = checkFiles(await filesWith(store, latest, [...rows, own]), beside);
  if (!isPlayable) return { saved: false, problems };
  if (await store.append([...rows, own])) return { saved: true, rows, packVersion, problems };
  return reject('edited-meanwhile', 'Another author saved this pack at the same moment. Save again.');
}

function refusal({ id, kind, body = '' }: Request, before: readonly Request[]): Rejection | null {
  if (!ID.test(id)) {
    return reject('bad-id', `${id.slice(0, 60)} is no id: lower-case words joined by _ or -.`, ['contents']);
  }
  if (before.some((one) => one.id === id)) {
    return reject('same-id-twice', `${id} is to be saved twice.`, ['contents']);
  }
  if (body === '' || !WITHOUT_TEXT.includes(kind)) return null;
  return reject('no-text-here', `${id} is a ${kind}, which has no text below its keys.`, ['contents']);
}

function rowOf(
  packId: string,
  { kind, id, data, body = '' }: Request,
  latest: readonly HomebrewRow[],
): HomebrewRow {
  const version = (latest.find((row) => row.id === id)?.version ?? 0) + 1;
  const text = body.replace(/\r\n?/g, '\n').trim();
  return { packId, kind, id, version, active: true, data: { ...data, id }, body: text };
}

/** Returns the files of the pack with these rows in it. */
function filesWith(store: HomebrewStore, latest: readonly HomebrewRow[], rows: readonly HomebrewRow[]) {
  const others = latest.filter(({ id }) => !rows.some((row) => row.id === id));
  const packIds = rows.slice(0, 1).map(({ packId }) => packId);
  return readHomebrewFiles({
    ...store,
    packIds: async () => packIds,
    latestRows: async () => [...others, ...rows],
  });
}

/** Attempts at a change when another server saves into the same pack at the same moment. */
const MOST_TRIES = 5;

type Change = { readonly saved: boolean };

type PackChanges = Pick<
  AuthoringService,
  'createPack' | 'createPackWithContents' | 'save' | 'saveBatch' | 'withdraw' | 'restore'
>;

/** Runs all changes of homebrew packs one after another. Each is in the library before the next begins. */
export function createPackChanges(
  homebrew: HomebrewStore,
  packRepository: PackLibrary,
  keepImage: (packId: string, image: PackImageFile) => Promise<void>,
): PackChanges {
  let work: Promise<unknown> = Promise.resolve();

  const inTurn = <Done extends Change>(
    change: () => Promise<Done | Rejection>,
  ): Promise<Done | Rejection> => {
    const done = work.then(async () => {
      const result = await tried(change);
      if (!isRejection(result) && result.saved) await packRepository.refresh();
      return result;
    });
    work = done.catch(() => {});
    return done;
  };

  return {
    createPack: (manifest) =>
      inTurn(async () => {
        const taken = takenId(manifest, packRepository);
        if (taken !== null) return reject('id-taken', `There is a pack ${taken} already.`, ['id']);
        return createHomebrewPack(
          homebrew,
          manifest,
          await readDependencyFiles(listDependencies(manifest), packRepository),
        );
      }),
    createPackWithContents: (pack, images = []) =>
      inTurn(async () => {
        const id = await freeId(String(pack.manifest.id), homebrew, packRepository);
        const named = { ...pack, manifest: { ...pack.manifest, id } };
        const created = await createPack(
          homebrew,
          named,
          await readDependencyFiles(listDependencies(named.manifest), packRepository),
        );
        if (!isRejection(created) && created.saved) {
          for (const image of images) await keepImage(id, image);
        }
        return created;
      }),
    save: ({ baseVersion, ...request }) =>
      inTurn(async () => {
        const conflict = await conflictIn(request.packId, [{ id: request.id, baseVersion }], homebrew);
        return (
          conflict ??
          saveContent(homebrew, request, await readPackDependencies(request.packId, packRepository))
        );
      }),
    saveBatch: (packId, changes) =>
      inTurn(async () => {
        const conflict = await conflictIn(packId, changes, homebrew);
        return (
          conflict ??
          savePackChanges(homebrew, packId, changes, await readPackDependencies(packId, packRepository))
        );
      }),
    withdraw: (packId, id) =>
      inTurn(async () =>
        withdrawContent(homebrew, packId, id, await readPackDependencies(packId, packRepository)),
      ),
    restore: (packId, id, version) =>
      inTurn(async () =>
        restoreVersion(homebrew, packId, id, version, await readPackDependencies(packId, packRepository)),
      ),
  };
}

/** Returns the id when it is taken, else null. A pack that is left out because of its errors keeps its id. */
function takenId({ id }: JsonData, packRepository: PackLibrary): string | null {
  const { packs, problems } = packRepository.library();
  const taken = [...packs.map((pack) => pack.id), ...problems.map(({ packId }) => packId)];
  return typeof id === 'string' && taken.includes(id) ? id : null;
}

/** Returns the id itself, or the id with the first number that makes it free. */
async function freeId(wanted: string, homebrew: HomebrewStore, packRepository: PackLibrary): Promise<string> {
  const taken = await homebrew.packIds();
  const isTaken = (id: string) => taken.includes(id) || takenId({ id }, packRepository) !== null;
  let id = wanted;
  for (let count = 2; isTaken(id); count += 1) id = `${wanted}_${count}`;
  return id;
}

/** Retries a change when another writer was faster. Reads the pack anew each time. */
async function tried<Done extends Change>(
  change: () => Promise<Done | Rejection>,
): Promise<Done | Rejection> {
  for (let left = MOST_TRIES; ; left -= 1) {
    const result = await change();
    if (left === 1 || !isRejection(result) || result.rejected !== 'edited-meanwhile') return result;
  }
}

/** Rejects a change to the first content that was saved after the author read it. */
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
