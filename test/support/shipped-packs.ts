import { cpSync } from 'node:fs';

/** Puts the packs the project ships into a folder of packs. */
export function copyShippedPacks(folder: string): void {
  cpSync('content_packs', folder, { recursive: true, filter: (path) => !path.endsWith('README.md') });
}

export const SHIPPED_PACKS = ['castile_1430', 'motel_verse', 'mystika', 'neo_seattle'] as const;

type ShippedPack = (typeof SHIPPED_PACKS)[number];

const COPIES = new Map(
  SHIPPED_PACKS.map((pack) => {
    const packs = pack === 'mystika' ? [pack, 'srd_5e'] : [pack];
    const copy = (folder: string) => {
      for (const one of packs) cpSync(`content_packs/${one}`, `${folder}/${one}`, { recursive: true });
    };
    return [pack, copy];
  }),
);

/** Puts one of them there, with the pack it stands on. Gives the same function for the same pack. */
export function copyShippedPack(pack: ShippedPack): (folder: string) => void {
  const copy = COPIES.get(pack);
  if (copy === undefined) throw new Error(`${pack} is not shipped`);
  return copy;
}
