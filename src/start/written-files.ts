import { packFiles } from '#engine/content/export-pack.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { PackFile } from '#engine/content/pack-files.ts';

const written = new WeakMap<HomebrewPack, readonly PackFile[]>();

/** The files of a pack, written once as long as the pack is the same. */
export function writtenFiles(pack: HomebrewPack): readonly PackFile[] {
  const files = written.get(pack) ?? packFiles(pack);
  written.set(pack, files);
  return files;
}
