import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { PackFile } from './files/pack-files.ts';
import { writtenPack } from './homebrew/written-pack.ts';
import type { HomebrewPack } from './homebrew-pack.ts';

/** The files of a pack, as they would be written: for a download, or to look at. */
export function packFiles(pack: HomebrewPack): readonly PackFile[] {
  return writtenPack(pack).files;
}

/**
 * Writes a pack as a folder that passes the checker and loads back as the same pack. Only into a folder that is new or empty:
 * nothing is ever overwritten.
 */
export async function exportPack(pack: HomebrewPack, folder: string): Promise<readonly string[] | Rejection> {
  const { files, problems } = writtenPack(pack);
  const [problem] = problems;
  if (problem !== undefined) return reject('unwritable', problem.message);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    return reject('folder-not-empty', `${folder} is not empty; name a new folder.`, ['folder']);
  }
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { encoding: 'utf8', flag: 'wx' });
  }
  return files.map(({ path }) => path);
}
