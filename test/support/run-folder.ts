import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { offerPostgres } from './run-postgres.ts';

/** Name of the environment variable that leads every worker to the folder. */
export const RUN_FOLDER = 'SCENEWRIGHT_TEST_RUN';

/** Folder of what is kept between runs: models and the vectors made with them. */
export const KEPT_FOLDER = 'SCENEWRIGHT_TEST_KEPT';

/** A file system in memory. Tests make and remove hundreds of thousands of small files. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** Makes the folder that all test files of one run share, and removes it when the run is over. Vitest calls it. */
export function setup(): () => Promise<void> {
  process.env[KEPT_FOLDER] = tmpdir();
  const folder = createRunFolder(hasRoomInMemory() ? MEMORY : tmpdir());
  if (folder.startsWith(MEMORY)) process.env.TMPDIR = folder;
  const stopPostgres = offerPostgres(folder);
  return async () => {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  };
}

export function createRunFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'scenewright-run-'));
  // PostgreSQL runs as a user of its own and must get through to its data.
  chmodSync(folder, 0o755);
  process.env[RUN_FOLDER] = folder;
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
