import { type JsonData, putContent } from '#engine/content/homebrew-pack.ts';
import { readImage, removeImageMetadata } from '#engine/util/image-file.ts';
import { keepJson, readKeptJson } from '../files/kept-json.ts';
import { isJsonObject, type JsonObject } from '../files/read-json.ts';
import type { ImportedPack, ReportLine } from '../import-report.ts';

/** Name under which a character keeps where the files of its card lie in the pack. */
export const ASSETS_EXTENSION = 'card_assets';

const MOST_FILES = 200;
const FOLDER = 'assets/';
const ADDRESS = /^embedd?ed:\/\//;

/** Tells whether a file of an archive belongs to its card. */
export function isCardAsset(path: string): boolean {
  const isInside = !path.split('/').includes('..') && !path.includes('\\');
  return path.startsWith(FOLDER) && !path.endsWith('/') && isInside;
}

/** Returns the address under which a card names a file of its archive. The specification spells it so. */
export function toAssetAddress(path: string): string {
  return `embeded://${path}`;
}

/** Returns the main icon of a card among the files of its archive; null without one. */
function findIcon(assets: unknown, paths: readonly string[]): string | null {
  const listed = Array.isArray(assets) ? assets.map(Object) : [];
  const icons = listed.filter(({ type }) => type === 'icon');
  const main = icons.find(({ name }) => name === 'main') ?? icons[0];
  const path = typeof main?.uri === 'string' ? main.uri.replace(ADDRESS, '') : '';
  return paths.find((one) => one === path) ?? paths.find((one) => one.startsWith('assets/icon/')) ?? null;
}

/** A file of an archive that became an image of the pack. */
type TakenFile = CardAsset & { readonly bytes: Uint8Array };

/** Takes the pictures among the files of an archive, and reports on every file. */
function takePictures(
  files: ReadonlyMap<string, Uint8Array>,
  name: (path: string, place: number) => string,
): { readonly taken: readonly TakenFile[]; readonly faults: readonly ReportLine[] } {
  const taken: TakenFile[] = [];
  const faults: ReportLine[] = [];
  for (const [path, bytes] of files) {
    // A picture may hold texts that players must not read.
    const plain = removeImageMetadata(bytes);
    const read =
      taken.length < MOST_FILES ? readImage(plain) : `Only ${MOST_FILES} files of a card are kept.`;
    if (typeof read === 'string') {
      faults.push({ field: path, outcome: 'left-out', to: null, note: read });
      continue;
    }
    const ending = read.type.replace(/^image\//, '').replace('jpeg', 'jpg');
    taken.push({ path, image: `images/${name(path, taken.length + 1)}.${ending}`, bytes: plain });
  }
  return { taken, faults };
}

/**
 * Adds the files of an archive to the pack made of its card: pictures become images of the pack, the main icon the portrait. Other
 * files are left out, and the report names each.
 */
export function addCardAssets(
  imported: ImportedPack,
  assets: unknown,
  files: ReadonlyMap<string, Uint8Array>,
): ImportedPack {
  const character = imported.pack.contents.find(({ kind, id }) => kind === 'character' && id !== 'persona');
  if (character === undefined) return imported;
  const icon = findIcon(assets, [...files.keys()]);
  const nameFile = (path: string, place: number) =>
    path === icon ? character.id : `${character.id}_${place}`;
  const { taken, faults } = takePictures(files, nameFile);
  const portrait = taken.find(({ path }) => path === icon)?.image;
  const places = Object.fromEntries(taken.map(({ path, image }) => [path, image]));
  const kept = taken.length === 0 ? null : keepJson(ASSETS_EXTENSION, places);
  const extensions = isJsonObject(character.data.extensions) ? character.data.extensions : {};
  const data: JsonData = {
    ...character.data,
    ...(portrait === undefined ? {} : { portrait }),
    ...(kept === null ? {} : { extensions: { ...extensions, ...kept } }),
  };
  const lines = taken.map(({ path, image }): ReportLine => {
    const isUsed = path === icon;
    const note = isUsed ? '' : 'It has no part in play; a CHARX file gets it back on export.';
    return { field: path, outcome: isUsed ? 'used' : 'kept', to: image, note };
  });
  return {
    ...imported,
    pack: putContent(imported.pack, { ...character, data }),
    images: [...imported.images, ...taken.map(({ image, bytes }) => ({ path: image, bytes }))],
    report: [...imported.report, ...lines, ...faults],
  };
}

/** File of a card: its path in the archive, and that of the image in the pack. */
export type CardAsset = { readonly path: string; readonly image: string };

/** Lists the files that belong to a character's card. A portrait that came otherwise is its icon. */
export function listCardAssets({ portrait, ...data }: JsonData): readonly CardAsset[] {
  const kept: JsonObject = readKeptJson(data, ASSETS_EXTENSION) ?? {};
  const assets = Object.entries(kept).flatMap(([path, image]): CardAsset[] =>
    isCardAsset(path) && typeof image === 'string' ? [{ path, image }] : [],
  );
  if (typeof portrait !== 'string' || assets.some(({ image }) => image === portrait)) return assets;
  const ending = portrait.split('.').at(-1) ?? 'png';
  return [...assets, { path: `${FOLDER}icon/image/main.${ending}`, image: portrait }];
}
