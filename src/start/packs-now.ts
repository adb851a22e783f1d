import type { Library } from '#engine/content/library.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';

export type PacksOnShelf = { readonly library: () => Library };

/** A campaign as if it had begun with the packs that are on the shelf now; one that is gone stays as it was. */
export function packsNow({ library }: PacksOnShelf): (campaign: CampaignRecord) => CampaignRecord {
  return (campaign) => ({
    ...campaign,
    packs: campaign.packs.map((pinned) => {
      const pack = library().findPack(pinned.id);
      return pack === null ? pinned : { id: pack.id, version: pack.manifest.version, hash: pack.hash };
    }),
  });
}
