import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackFiles } from '../pack-files.ts';
import { fileProblem } from './file-problem.ts';
import { readFolder } from './read-folder.ts';

/** Reads packs: each folder is a pack itself, or holds packs in its sub-folders. */
export async function readPackFolders(folders: readonly string[]): Promise<readonly PackFiles[]> {
  const found = await Promise.all(folders.map(packsIn));
  return found.flat();
}

async function packsIn(folder: string): Promise<readonly PackFiles[]> {
  if (await isPack(folder)) return [await readFolder(folder)];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const packs: PackFiles[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = join(folder, entry.name);
      if (entry.name.startsWith('.') || !(await isPack(inner))) continue;
      packs.push(entry.isSymbolicLink() ? linked(inner) : await readFolder(inner));
    }
    return packs;
  } catch (cause) {
    const message = `The folder cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const problem = fileProblem('unreadable', '', message, 'Name a folder that holds a pack, or packs.');
    return [{ origin: folder, files: [], problems: [problem] }];
  }
}

function linked(folder: string): PackFiles {
  const message = `${folder} is a link, and links are never followed.`;
  const advice = 'Put the folder itself here, or name the folder it leads to.';
  return { origin: folder, files: [], problems: [fileProblem('link', '', message, advice)] };
}

async function isPack(folder: string): Promise<boolean> {
  for (const name of ['pack.yaml', 'pack.yml']) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null) return true;
  }
  return false;
}
