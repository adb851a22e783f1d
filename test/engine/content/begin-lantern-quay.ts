import { beginCampaign, type CampaignOptions, type CampaignStart } from '#engine/content/begin-campaign.ts';
import { buildLibrary, type Library } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import { type Edit, lanternQuay } from './lantern-quay.ts';

type Edits = Readonly<Record<string, Edit>>;

export const LEDGER = 'lantern_quay:the_second_ledger';
export const ENTRY = 'entry_points/the_second_ledger.yaml';

export function libraryWith(edits: Edits = {}, ...others: readonly PackFiles[]): Library {
  return buildLibrary([lanternQuay(edits), ...others].map(parsePack));
}

/** The Second Ledger, begun. */
export function begun(edits: Edits = {}, options: CampaignOptions = {}): CampaignStart {
  const start = beginCampaign(libraryWith(edits), LEDGER, options);
  if ('rejected' in start) throw new Error(start.reason);
  return start;
}
