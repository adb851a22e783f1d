import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of the environment variable that leads every worker to the folder. */
export const RUN_FOLDER = 'SCENEWRIGHT_TEST_RUN';

/** Makes the folder that all test files of one run share, and removes it when the run is over. Vitest calls it. */
export function setup(): () => void {
  const folder = createRunFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}

export function createRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-run-'));
  process.env[RUN_FOLDER] = folder;
  return folder;
}
