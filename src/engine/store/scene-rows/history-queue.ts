import { LockMode } from '@mikro-orm/core';
import type { ScenePosition } from '#engine/domain/lineage.ts';
import { compressJson, decompressJson } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { QueuedHistory } from '../entities/jobs.ts';

/** Fields the store reads of a history entry; the rest comes back as it was given. */
export type HistoryRecord = { readonly id: string; readonly scene: ScenePosition };

export type QueuedHistoryEntry = { readonly queueId: string; readonly entry: unknown };

/** History that waits to be indexed, in the order of its commits. */
export type HistoryQueueStore = {
  /** Claims the oldest entries without a claim, until a time. Entries not settled by then can be claimed again. */
  readonly claim: (limit: number, now: Date, claimUntil: Date) => Promise<readonly QueuedHistoryEntry[]>;
  readonly settle: (queueIds: readonly string[]) => Promise<void>;
  /** Gives back what was given out, some or all of it, before its time is up. */
  readonly release: (queueIds: readonly string[] | 'all') => Promise<void>;
  /** Returns the number of waiting entries, in all or of a session. */
  readonly waiting: (sessionId?: string) => Promise<number>;
};

export function createHistoryQueueStore(database: Database): HistoryQueueStore {
  return {
    claim: (limit, now, claimUntil) =>
      database.transactional(async (tx) => {
        const free = { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] };
        const found = await tx.find(QueuedHistory, free, {
          orderBy: { id: 'asc' },
          limit,
          lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
        });
        const ids = found.map(({ id }) => id);
        if (ids.length > 0) {
          await tx.update(QueuedHistory, { id: { $in: ids } }, { claimedUntil: claimUntil });
        }
        return found.map(({ id, entry }) => ({ queueId: String(id), entry: decompressJson(entry) }));
      }),
    settle: async (queueIds) => {
      if (queueIds.length === 0) return;
      await database.remove(QueuedHistory, { id: { $in: queueIds.map(Number) } });
    },
    release: async (queueIds) => {
      const which = queueIds === 'all' ? {} : { id: { $in: queueIds.map(Number) } };
      await database.update(QueuedHistory, which, { claimedUntil: null });
    },
    waiting: (sessionId) =>
      database.count(QueuedHistory, sessionId === undefined ? {} : { session: sessionId }),
  };
}

/** Puts history into the queue together with the scene it names. */
export async function insertHistory(
  tx: Database,
  entries: readonly HistoryRecord[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.insertMany(
    QueuedHistory,
    entries.map((entry) => ({
      session: entry.scene.sessionId,
      entry: compressJson(entry),
      claimedUntil: null,
      createdAt,
    })),
  );
}
