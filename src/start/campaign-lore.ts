import { createHash } from 'node:crypto';
import type { Library, LibraryPack } from '#engine/content/library.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { chunksOfPack } from './load-packs.ts';

/** Gives the ids under which the index holds what the packs of a campaign say. */
export type CampaignLore = (library: Library, installed: Library) => Promise<readonly string[]>;

/**
 * The index holds every installed pack under its own id, as it stands without the packs above it. Where a campaign plays with an
 * earlier version, or with packs that override another, that lore is indexed under an id of its own, once.
 */
export function campaignLore(lore: Pick<LoreIndex, 'putPack'>): CampaignLore {
  const put = new Map<string, Promise<unknown>>();
  return (library, installed) =>
    Promise.all(
      library.packs.map(async (pack) => {
        const id = loreIdOf(pack, library, installed);
        if (id === pack.id) return id;
        const putting = put.get(id) ?? lore.putPack(id, chunksOfPack(library, pack.id));
        put.set(id, putting);
        putting.catch(() => put.delete(id));
        await putting;
        return id;
      }),
    );
}

function loreIdOf({ id, hash }: LibraryPack, library: Library, installed: Library): string {
  const above = library.overrides.filter(({ target }) => target.startsWith(`${id}:`));
  if (above.length === 0) return installed.findPack(id)?.hash === hash ? id : `${id}@${hash.slice(0, 16)}`;
  const hashes = above.map(({ byPackId }) => library.findPack(byPackId)?.hash ?? '');
  const all = [hash, ...new Set(hashes)].join(' ');
  return `${id}@${createHash('sha256').update(all).digest('hex').slice(0, 16)}`;
}
