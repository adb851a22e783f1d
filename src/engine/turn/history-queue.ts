import type { Clock } from '#engine/kit/clock.ts';
import type { Store } from '#engine/store/store.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { HistoryQueue } from '#retrieval/history-queue.ts';

/** Long enough to index a batch; whoever takes longer is taken for dead. */
const CLAIM_MILLISECONDS = 60_000;

/**
 * The history that commits left in the store, for one indexer to take in. To claim again before everything is settled means
 * that indexing failed: the same entries come again at once, oldest first.
 */
export function storedHistoryQueue(
  { history, isExclusive }: Pick<Store, 'history' | 'isExclusive'>,
  clock: Clock,
): HistoryQueue {
  const held = new Set<string>();
  // Alone on the store, whatever is found given out at the start was given to a process that is gone.
  let isFirst = isExclusive;
  return {
    claim: async (limit) => {
      if (isFirst) await history.release('all');
      else if (held.size > 0) await history.release([...held]);
      isFirst = false;
      held.clear();
      const now = clock();
      const claimed = await history.claim(limit, now, new Date(now.getTime() + CLAIM_MILLISECONDS));
      for (const { queueId } of claimed) held.add(queueId);
      // The indexer checks every entry itself, and lets go of what it cannot read.
      return claimed.map(({ queueId, entry }) => ({ queueId, entry: entry as HistoryEntry }));
    },
    settle: async (queueIds) => {
      await history.settle(queueIds);
      for (const id of queueIds) held.delete(id);
    },
  };
}
