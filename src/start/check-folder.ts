import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type CheckReport, checkPacks } from '#engine/content/check-pack.ts';
import type { LibraryPack } from '#engine/content/library.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

/**
 * Checks the packs in a folder within the folder of packs. A path that leads anywhere else, be it by dots or by links, is answered
 * like one that does not exist.
 */
export async function checkFolder(
  packsFolder: string,
  name: string,
  loaded: LibraryPack | null = null,
): Promise<CheckReport | Rejection> {
  const folder = await folderWithin(packsFolder, loaded?.origin ?? name);
  if (folder !== null) return checkPacks([folder], [packsFolder]);
  return reject('unknown-folder', `there is no ${name} in the folder of packs.`);
}

async function folderWithin(packsFolder: string, name: string): Promise<string | null> {
  if (name.includes('\0')) return null;
  const root = await realpath(packsFolder).catch(() => null);
  if (root === null) return null;
  const path = resolve(root, name);
  const real = await realpath(path).catch(() => null);
  if (real === null || !isWithin(root, real)) return null;
  return (await lstat(real)).isDirectory() ? real : null;
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
