import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { gatherHistory, type Sources } from './settle/gather-history.ts';

/** Everything that was played in a campaign as the index keeps it, made from the store alone. */
export async function playedHistory(campaignId: string, sources: Sources): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (const { id: sessionId, sceneIndex: index } of await sources.store.sessions.ofCampaigns([campaignId])) {
    const { history = [] } = await gatherHistory({ scene: { sessionId, index } }, sources);
    entries.push(...history);
  }
  return entries;
}
