import { readFolder } from './files/read-folder.ts';
import { parsePack, type ReadPack } from './pack/parse-pack.ts';
import type { PackFiles } from './pack-files.ts';

export type { AuthoredFile } from './pack/authored-file.ts';
export type { ReadPack } from './pack/parse-pack.ts';

/** Reads the pack in a folder. Never throws: whatever is wrong with the folder or its files is a problem. */
export async function readPack(folder: string): Promise<ReadPack> {
  return parsePack(await readFolder(folder));
}

/** Understands a pack whose files are at hand. */
export function parsedPack(files: PackFiles): ReadPack {
  return parsePack(files);
}
