import { checkFiles } from '#engine/content/check-pack.ts';
import { packFiles } from '#engine/content/export-pack.ts';
import { type Beside, type NotSaved, readHomebrew, type SaveRequest } from '#engine/content/homebrew.ts';
import { type HomebrewContent, withContent } from '#engine/content/homebrew-pack.ts';
import { type HomebrewRow, type HomebrewStore, MANIFEST_ID } from '#engine/content/homebrew-store.ts';
import { nextPatchVersion } from '#engine/content/version-range.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { SavedTogether } from '#schema/authoring.ts';

/**
 * Saves several contents of a pack at once, all or none: things that name each other can only be saved like this. The pack's patch
 * version rises once.
 */
export async function saveTogether(
  store: HomebrewStore,
  packId: string,
  requests: readonly Omit<SaveRequest, 'packId'>[],
  beside: Beside,
): Promise<SavedTogether | NotSaved | Rejection> {
  const twice = requests.find(({ id }, at) => requests.findIndex((one) => one.id === id) !== at);
  if (twice !== undefined) return reject('same-id-twice', `${twice.id} is to be saved twice.`, ['contents']);
  const pack = await readHomebrew(store, packId);
  if (pack === null) return reject('unknown-pack', `There is no homebrew pack ${packId}.`, ['packId']);

  const contents = requests.map(contentOf);
  const manifest = { ...pack.manifest, version: nextPatchVersion(String(pack.manifest.version)) };
  const next = { ...contents.reduce(withContent, pack), manifest };
  const written = { origin: packId, files: packFiles(next), problems: [] };
  const { problems, isPlayable } = checkFiles([written], beside);
  if (!isPlayable) return { saved: false, problems };

  const latest = await store.latestRows(packId);
  const versionOf = (id: string) => (latest.find((row) => row.id === id)?.version ?? 0) + 1;
  const rowOf = (row: Pick<HomebrewRow, 'kind' | 'id' | 'data' | 'body'>): HomebrewRow => {
    return { packId, version: versionOf(row.id), active: true, ...row };
  };
  const rows = contents.map(rowOf);
  const own = rowOf({ kind: 'manifest', id: MANIFEST_ID, data: manifest, body: '' });
  if (await store.append([...rows, own])) {
    return { saved: true, rows, packVersion: manifest.version, problems };
  }
  return reject('edited-meanwhile', 'Somebody else saved into this pack at the same moment; save again.');
}

function contentOf({ kind, id, data, body = '' }: Omit<SaveRequest, 'packId'>): HomebrewContent {
  return { kind, id, data: { ...data, id }, body: body.replace(/\r\n?/g, '\n').trim() };
}
