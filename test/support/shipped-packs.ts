import { cpSync } from 'node:fs';

/** Copies the packs that come with the server into a folder of packs. */
export function copyShippedPacks(folder: string): void {
  cpSync('content_packs', folder, {
    recursive: true,
    filter: (path) => !path.endsWith('content_packs/README.md'),
  });
}
