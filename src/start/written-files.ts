import { type HomebrewPack, listPackFiles } from '#engine/content/homebrew-pack.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';

/** The files of a pack, written once as long as the pack is the same. */
export const writtenFiles: (pack: HomebrewPack) => readonly PackFile[] = memoizeByObject(listPackFiles);
