import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './stores.ts';

/** Builds the studio from its source into a folder of its own, as `npm install` does. */
export function buildStudio(): { readonly path: string; readonly remove: () => void } {
  const folder = temporaryFolder();
  const path = join(folder.path, 'studio');
  execFileSync(process.execPath, ['bin/build-studio.js', path], { stdio: 'pipe' });
  return { path, remove: folder.remove };
}
