import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { HistoryEntry } from './history-entry.ts';
import type { LoreIndex } from './lore-index.ts';

/** A piece of history that waits to be indexed, under the name the queue knows it by. */
export type QueuedEntry = { readonly queueId: string; readonly entry: HistoryEntry };

/**
 * Queue of committed history that is not indexed yet. The transaction that commits a scene also writes its entries. So
 * all committed history is indexed, and nothing else.
 */
export type HistoryQueue = {
  /**
   * Claims the oldest unsettled entries in the order of their commits, at most `limit`. Gives each to one caller at a
   * time. A caller that does not settle them in time, because it died, loses them to the next.
   */
  readonly claim: (limit: number) => Promise<readonly QueuedEntry[]>;
  /** Settles entries once the index has them. Does nothing for entries settled before. */
  readonly settle: (queueIds: readonly string[]) => Promise<void>;
};

export type HistoryIndexer = {
  /** Has waiting history indexed, soon and beside everything else. To be called after every commit and at the start. */
  readonly wake: () => void;
  /** Resolves when nothing is waiting, or when indexing has to wait for something outside. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Tools = {
  readonly queue: HistoryQueue;
  readonly index: Pick<LoreIndex, 'addHistory'>;
  /** Hears of every failure; what failed is tried again, what is malformed is let go. */
  readonly onProblem: (problem: string, error: unknown) => void;
};

const BATCH = 64;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Moves committed history from the queue into the index, in order, without ever holding up or failing a turn. */
export function createHistoryIndexer({ queue, index, onProblem }: Tools): HistoryIndexer {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let wait = FIRST_WAIT;

  const retryLater = () => {
    void sleep(wait, undefined, { signal: stopped.signal, ref: false }).then(wake, () => {});
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  const run = async (): Promise<void> => {
    // The client that waits for the turn which woke the indexer is answered first.
    await nextTick();
    while (isWoken && !stopped.signal.aborted) {
      isWoken = false;
      try {
        while (!stopped.signal.aborted && (await indexSome(queue, index, onProblem))) wait = FIRST_WAIT;
      } catch (error) {
        onProblem('history could not be indexed and will be tried again', error);
        retryLater();
        break;
      }
    }
    running = null;
  };
  const wake = () => {
    if (stopped.signal.aborted) return;
    isWoken = true;
    running ??= run();
  };
  return {
    wake,
    idle: async () => {
      while (running !== null) await running;
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** Indexes one batch; false when nothing waits. */
async function indexSome(
  queue: HistoryQueue,
  index: Tools['index'],
  onProblem: Tools['onProblem'],
): Promise<boolean> {
  const batch = await queue.claim(BATCH);
  if (batch.length === 0) return false;
  const sound = batch.filter((queued) => isSound(queued, onProblem));
  await index.addHistory(sound.map(({ entry }) => entry));
  await queue.settle(batch.map(({ queueId }) => queueId));
  return true;
}

/**
 * Returns whether an entry is well-formed and reports one that is not, so that it does not keep later ones from being
 * indexed.
 */
function isSound({ queueId, entry }: QueuedEntry, onProblem: Tools['onProblem']): boolean {
  const { error } = HistoryEntry.safeParse(entry);
  if (error !== undefined) onProblem(`the queued history ${queueId} is malformed and was left out`, error);
  return error === undefined;
}

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
