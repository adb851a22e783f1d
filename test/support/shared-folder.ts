import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRunFolder, RUN_FOLDER } from './run-folder.ts';

const made = new Map<string, Promise<string>>();

/**
 * A folder with contents that are dear to make, made once for all test files of a run. Nobody may change it. Two workers may make
 * it at once: the first to finish wins.
 */
export function sharedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const known = made.get(name) ?? makeFolder(name, make);
  made.set(name, known);
  return known;
}

async function makeFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const root = process.env[RUN_FOLDER] ?? createOwnFolder();
  const folder = join(root, name);
  if (existsSync(folder)) return folder;
  const beside = mkdtempSync(join(root, `${name}-`));
  const contents = join(beside, 'made');
  mkdirSync(contents);
  await make(contents);
  if (!existsSync(folder)) {
    try {
      renameSync(contents, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  }
  rmSync(beside, { recursive: true, force: true });
  return folder;
}

/** A script that runs without vitest has a folder of its own until it ends. */
function createOwnFolder(): string {
  const folder = createRunFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
