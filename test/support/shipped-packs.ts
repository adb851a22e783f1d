import { cpSync } from 'node:fs';

/** Puts the packs the project ships into a folder of packs. */
export function copyShippedPacks(folder: string): void {
  cpSync('content_packs', folder, { recursive: true, filter: (path) => !path.endsWith('README.md') });
}

export const SHIPPED_PACKS = ['castile_1430', 'motel_verse', 'mystika', 'neo_seattle'] as const;
