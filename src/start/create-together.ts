import { checkFiles } from '#engine/content/check-pack.ts';
import type { NotSaved, ReferencedPacks } from '#engine/content/homebrew.ts';
import { type HomebrewPack, listPackFiles } from '#engine/content/homebrew-pack.ts';
import { type HomebrewRow, type HomebrewStore, MANIFEST_ID } from '#engine/content/homebrew-store.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { CreatedTogether } from '#schema/authoring-service.ts';

/** Begins a homebrew pack with everything in it: the manifest and all contents, or nothing. */
export async function createTogether(
  store: HomebrewStore,
  pack: HomebrewPack,
  beside: ReferencedPacks,
): Promise<CreatedTogether | NotSaved | Rejection> {
  const packId = String(pack.manifest.id);
  const files = { origin: packId, files: listPackFiles(pack), problems: [] };
  const { problems, isPlayable } = checkFiles([files], beside);
  if (!isPlayable) return { saved: false, problems };
  const rows: readonly HomebrewRow[] = [
    { packId, kind: 'manifest', id: MANIFEST_ID, version: 1, active: true, data: pack.manifest, body: '' },
    ...pack.contents.map((content) => ({ packId, version: 1, active: true, ...content })),
  ];
  if (await store.append(rows)) return { saved: true, packId, problems };
  return reject('edited-meanwhile', 'Somebody else began a pack of this name at the same moment; try again.');
}
