import type { ScenePosition } from '#engine/domain/lineage.ts';
import { compressJson, decompressJson } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { LoggedHistory } from '../entities/jobs.ts';

/** Fields the store reads of a history entry; the rest comes back as it was given. */
export type HistoryRecord = { readonly id: string; readonly scene: ScenePosition };

/** A history entry with its place in the log. Positions grow; one that is missing may still be on its way. */
export type LoggedHistoryEntry = {
  readonly position: number;
  readonly writtenAt: Date;
  readonly entry: unknown;
};

/** Everything play left for the index, of all campaigns. It is kept: every server feeds its own index from it. */
export type HistoryLogStore = {
  /** Returns the first entries from one position to another, both included; to the end when there is no other. */
  readonly between: (
    from: number,
    to: number | null,
    limit: number,
  ) => Promise<readonly LoggedHistoryEntry[]>;
  /** Returns the entries of some sessions behind a position, in order. */
  readonly ofSessions: (
    sessionIds: readonly string[],
    after: number,
  ) => Promise<readonly LoggedHistoryEntry[]>;
};

export function createHistoryLogStore(database: Database): HistoryLogStore {
  const inOrder = { orderBy: { id: 'asc' } } as const;
  return {
    between: async (from, to, limit) => {
      const where = { id: { $gte: from, ...(to === null ? {} : { $lte: to }) } };
      return (await database.find(LoggedHistory, where, { ...inOrder, limit })).map(toLogged);
    },
    ofSessions: async (sessionIds, after) => {
      const where = { session: { $in: [...sessionIds] }, id: { $gt: after } };
      return (await database.find(LoggedHistory, where, inOrder)).map(toLogged);
    },
  };
}

function toLogged({ id, createdAt, entry }: LoggedHistory): LoggedHistoryEntry {
  return { position: id, writtenAt: createdAt, entry: decompressJson(entry) };
}

/** Writes history into the log together with the scene it names. */
export async function insertHistory(
  tx: Database,
  entries: readonly HistoryRecord[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.insertMany(
    LoggedHistory,
    entries.map((entry) => ({ session: entry.scene.sessionId, entry: compressJson(entry), createdAt })),
  );
}
