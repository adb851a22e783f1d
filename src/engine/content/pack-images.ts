import type { ImageInfo } from '#engine/util/image-file.ts';
import type { IMAGE_KEYS } from './format/field-types.ts';
import type { Library } from './library/create-library.ts';
import { readPackImage } from './reading/read-pack-files.ts';

export { readPackImage };

type ImageKey = (typeof IMAGE_KEYS)[number];

/** Finds the image a content names; null when it names none, or its pack has no such file any more. */
export function findContentImage(library: Library, contentId: string, key: ImageKey): ImageInfo | null {
  const content = library.findAny(contentId);
  const path: unknown = Object(content?.data)[key];
  if (content === null || typeof path !== 'string') return null;
  const override = library.overrides.findLast(({ target, field }) => target === contentId && field === key);
  return findPackImage(library, override?.byPackId ?? content.packId, path);
}

/** Finds the cover of a pack; null without one. */
export function findPackCover(library: Library, packId: string): ImageInfo | null {
  const path = library.findPack(packId)?.manifest.cover;
  return path === undefined ? null : findPackImage(library, packId, path);
}

function findPackImage(library: Library, packId: string, path: string): ImageInfo | null {
  return library.findPack(packId)?.images[path] ?? null;
}

/** Reads an image of the packs by its hash; null when no folder of a pack has it. */
export async function readImageOfPacks({ packs }: Library, hash: string) {
  for (const { origin, images } of packs) {
    const [path, image] = Object.entries(images).find(([, one]) => one.hash === hash) ?? [];
    if (path === undefined || image === undefined) continue;
    const bytes = await readPackImage(origin, path, hash);
    if (bytes !== null) return { type: image.type, bytes };
  }
  return null;
}
