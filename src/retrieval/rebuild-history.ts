import type { HistoryEntry } from './history-entry.ts';
import type { LoreIndex } from './lore-index.ts';

/** All history of a campaign, page by page, as the store keeps it. */
export type HistorySource = (campaignId: string) => AsyncIterable<readonly HistoryEntry[]>;

/** Makes the history of a campaign anew from the store, when the index was lost. */
export async function rebuildHistory(
  index: Pick<LoreIndex, 'addHistory' | 'removeHistory'>,
  source: HistorySource,
  campaignId: string,
): Promise<number> {
  await index.removeHistory(campaignId);
  let count = 0;
  for await (const page of source(campaignId)) {
    await index.addHistory(page);
    count += page.length;
  }
  return count;
}
