import { createHash } from 'node:crypto';
import type { PackLibrary } from '#engine/authoring/pack-library.ts';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import type { Library, LibraryPack } from '#engine/content/library.ts';
import { ENGLISH_ONLY, type Languages } from '#engine/language/languages.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { SegmentSwitchStore } from '#engine/store/stored-packs.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { createPlaybookReader, MissingContentError, type Playbook } from '#engine/turn/playbook.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';

/** Returns the ids under which the index holds the lore of a campaign's packs. */
type CampaignLore = (library: Library, installed: Library) => Promise<readonly string[]>;

/**
 * Resolves the index ids of a campaign's packs. The index holds every installed pack under its own id, without the packs that
 * override it. For an earlier version, or with overrides, the lore is indexed once under an id of its own.
 */
export function createCampaignLore(lore: Pick<LoreIndex, 'putPack'>): CampaignLore {
  const put = new Map<string, Promise<unknown>>();
  return (library, installed) =>
    Promise.all(
      library.packs.map(async (pack) => {
        const id = loreIdOf(pack, library, installed);
        if (id === pack.id) return id;
        const putting = put.get(id) ?? lore.putPack(id, listPackChunks(library, pack.id));
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

/** Returns the playbook of the packs a campaign began with, without the segments that are switched off. */
export function createCampaignPlaybooks(
  packRepository: Pick<PackLibrary, 'library' | 'libraryFor'>,
  segments: SegmentSwitchStore,
  lore: Pick<LoreIndex, 'putPack'>,
  languages: Languages = ENGLISH_ONLY,
): EngineServices['playbookFor'] {
  const gathered = memoizeByObject((library: Library) => createPlaybookReader(library, languages));
  const loreIds = createCampaignLore(lore);
  return async (campaign) => {
    const library = await packRepository.libraryFor(campaign.packs);
    if (isRejection(library)) throw new MissingContentError(library.reason);
    const playbook = {
      ...gathered(library)(campaign),
      packIds: await loreIds(library, packRepository.library()),
    };
    return without(await segments.switchedOff(), playbook, campaign.entryPointId);
  };
}

function without(off: ReadonlySet<string>, playbook: Playbook, entryPointId: string): Playbook {
  if (off.size === 0) return playbook;
  const { opening } = playbook;
  return {
    ...playbook,
    segments: playbook.segments.filter(({ id }) => !off.has(id)),
    opening: off.has(`entry_start:${entryPointId}`) ? { ...opening, text: '' } : opening,
  };
}

export type CurrentPacks = { readonly library: () => Library };

/** Returns a campaign as if it had begun with the packs installed now. A pack that is gone stays as it was. */
export function createPackUpdater({ library }: CurrentPacks): (campaign: CampaignRecord) => CampaignRecord {
  return (campaign) => ({
    ...campaign,
    packs: campaign.packs.map((pinned) => {
      const pack = library().findPack(pinned.id);
      return pack === null ? pinned : { id: pack.id, version: pack.manifest.version, hash: pack.hash };
    }),
  });
}
