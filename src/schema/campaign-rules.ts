import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { createPlaybookReader, MissingContentError, type Playbook } from '#engine/turn/playbook.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Shelf } from './shelf.ts';

/** What of a campaign's packs is needed to read its scenes: dates, and which part of the ruleset's state players see. */
export type CampaignRules = Pick<Playbook, 'calendar' | 'rules' | 'mechanics'>;

const playbooksOf = memoizeByObject(createPlaybookReader);

/** The rules a campaign began with; null when its packs cannot be had any more. Its scenes can be read without them. */
export async function campaignRules(
  { libraryFor }: Pick<Shelf, 'libraryFor'>,
  campaign: CampaignRecord,
): Promise<CampaignRules | null> {
  const library = await libraryFor(campaign.packs);
  if (isRejection(library)) return null;
  try {
    return playbooksOf(library)(campaign);
  } catch (error) {
    if (error instanceof MissingContentError) return null;
    throw error;
  }
}
