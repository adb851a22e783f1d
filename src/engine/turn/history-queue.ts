import type { Clock } from '#engine/kit/clock.ts';
import type { HistoryRowStore } from '#engine/store/history-rows.ts';
import { HistoryEntry } from '#retrieval/history-entry.ts';
import type { HistoryQueue } from '#retrieval/history-queue.ts';

/** Long enough to index a batch; whoever takes longer is taken for dead. */
const CLAIM_MILLISECONDS = 60_000;

/** The history that commits left in the store, for the index to take in. */
export function storedHistoryQueue(history: HistoryRowStore, clock: Clock): HistoryQueue {
  return {
    claim: async (limit) => {
      const now = clock();
      const claimed = await history.claim(limit, now, new Date(now.getTime() + CLAIM_MILLISECONDS));
      return claimed.map(({ queueId, entry }) => ({ queueId, entry: HistoryEntry.parse(entry) }));
    },
    settle: (queueIds) => history.settle(queueIds),
  };
}
