import { checkFiles } from '#engine/content/check-pack.ts';
import {
  type NotSaved,
  type ReferencedPacks,
  readHomebrewFiles,
  type SaveRequest,
} from '#engine/content/homebrew.ts';
import { type HomebrewRow, type HomebrewStore, MANIFEST_ID } from '#engine/content/homebrew-store.ts';
import { incrementPatchVersion } from '#engine/content/version-range.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { SavedTogether } from '#schema/authoring-service.ts';

type Request = Omit<SaveRequest, 'packId'>;

const ID = /^[a-z][a-z0-9_-]{0,59}$/;
const WITHOUT_TEXT: readonly SaveRequest['kind'][] = ['ruleset', 'entry_point'];

/**
 * Saves several contents of a pack at once, all or none: things that name each other can only be saved like this. The pack's patch
 * version rises once.
 */
export async function saveTogether(
  store: HomebrewStore,
  packId: string,
  requests: readonly Request[],
  beside: ReferencedPacks,
): Promise<SavedTogether | NotSaved | Rejection> {
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
  return reject('edited-meanwhile', 'Somebody else saved into this pack at the same moment; save again.');
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

/** The files the pack would be with these rows in it. */
function filesWith(store: HomebrewStore, latest: readonly HomebrewRow[], rows: readonly HomebrewRow[]) {
  const others = latest.filter(({ id }) => !rows.some((row) => row.id === id));
  const packIds = rows.slice(0, 1).map(({ packId }) => packId);
  return readHomebrewFiles({
    ...store,
    packIds: async () => packIds,
    latestRows: async () => [...others, ...rows],
  });
}
