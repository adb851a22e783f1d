import type { HistoryEntry } from './history-entry.ts';
import type { LoreIndex } from './lore-index.ts';

const ENTRIES_AT_ONCE = 200;

/** Makes the history of a campaign anew, vectors included: when the index was lost, or the embedding model has changed. */
export async function rebuildHistory(
  index: Pick<LoreIndex, 'addHistory' | 'removeHistory'>,
  campaignId: string,
  entries: readonly HistoryEntry[],
): Promise<void> {
  await index.removeHistory(campaignId);
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await index.addHistory(entries.slice(at, at + ENTRIES_AT_ONCE));
  }
}
