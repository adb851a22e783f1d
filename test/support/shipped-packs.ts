import { cpSync } from 'node:fs';

/** Puts the packs the project ships into a folder of packs. */
export function copyShippedPacks(folder: string): void {
  cpSync('content_packs', folder, { recursive: true, filter: (path) => !path.endsWith('README.md') });
}

export const SHIPPED_PACKS = ['castile_1430', 'motel_verse', 'mystika', 'neo_seattle'] as const;

/** Puts one of them there, with the pack it stands on. */
export function copyShippedPack(pack: (typeof SHIPPED_PACKS)[number]): (folder: string) => void {
  const packs = pack === 'mystika' ? [pack, 'srd_5e'] : [pack];
  return (folder) => {
    for (const one of packs) cpSync(`content_packs/${one}`, `${folder}/${one}`, { recursive: true });
  };
}
