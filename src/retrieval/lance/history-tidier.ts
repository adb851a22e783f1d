import { setImmediate as nextTick } from 'node:timers/promises';
import { HISTORY_LAYOUT } from './columns.ts';
import { historyKey, tidyHistory } from './history-tables.ts';
import type { Tables } from './tables.ts';
import type { VectorFiller } from './vector-filler.ts';

export type HistoryTidier = {
  /** Does a write, and has the campaign's table tidied up some time after it. */
  readonly around: <Result>(campaignId: string, write: () => Promise<Result>) => Promise<Result>;
  /** Resolves once what was written so far has been tidied up. */
  readonly tidied: () => Promise<void>;
};

/** Tidies up histories beside what is played on: as little as may be while somebody writes, and all of it after that. */
export function historyTidier(tables: Tables, filler: VectorFiller): HistoryTidier {
  const writes = new Map<string, number>();
  const tidying = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const count = (campaignId: string, more: 1 | -1) =>
    writes.set(campaignId, (writes.get(campaignId) ?? 0) + more);
  const tidy = async (campaignId: string) => {
    do {
      again.delete(campaignId);
      // Whoever writes piece after piece has begun the next one by then.
      await nextTick();
      const isWriting = () => (writes.get(campaignId) ?? 0) > 0;
      const wantsVectors = await tidyHistory(tables, campaignId, isWriting);
      if (wantsVectors) filler.fill(historyKey(campaignId), HISTORY_LAYOUT);
    } while (again.has(campaignId));
  };
  const begin = (campaignId: string) => {
    again.add(campaignId);
    if (tidying.has(campaignId)) return;
    // A table that could not be tidied up serves as well; the next write tries again.
    const done = tidy(campaignId)
      .catch(() => {})
      .finally(() => tidying.delete(campaignId));
    tidying.set(campaignId, done);
  };
  return {
    around: async (campaignId, write) => {
      count(campaignId, 1);
      try {
        return await write();
      } finally {
        count(campaignId, -1);
        begin(campaignId);
      }
    },
    tidied: async () => {
      await Promise.all(tidying.values());
    },
  };
}
