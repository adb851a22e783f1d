import type { HistoryEntry } from './history-entry.ts';

/** A piece of history that waits to be indexed, under the name the queue knows it by. */
export type QueuedEntry = { readonly queueId: string; readonly entry: HistoryEntry };

/**
 * Where committed history waits until it is indexed. Entries are written by the very transaction that commits their
 * scene, so nothing that was played is missed and nothing that was not is indexed.
 */
export type HistoryQueue = {
  /**
   * The oldest entries that are not settled, in the order of their commits, at most so many. Given to one caller at a
   * time: one that does not settle them in time, because it died, loses them to the next.
   */
  readonly claim: (limit: number) => Promise<readonly QueuedEntry[]>;
  /** Called only once the index has them. To settle what was settled before does nothing. */
  readonly settle: (queueIds: readonly string[]) => Promise<void>;
};
