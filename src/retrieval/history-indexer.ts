import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { HistoryEntry } from './history-entry.ts';
import type { HistoryQueue, QueuedEntry } from './history-queue.ts';
import type { LoreIndex } from './lore-index.ts';

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
export function historyIndexer({ queue, index, onProblem }: Tools): HistoryIndexer {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let wait = FIRST_WAIT;

  const retryLater = () => {
    void sleep(wait, undefined, { signal: stopped.signal, ref: false }).then(wake, () => {});
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  const run = async (): Promise<void> => {
    // Whoever waits for the turn that woke it is answered first.
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

/** One malformed entry must not keep all later ones from being indexed. */
function isSound({ queueId, entry }: QueuedEntry, onProblem: Tools['onProblem']): boolean {
  const { error } = HistoryEntry.safeParse(entry);
  if (error !== undefined) onProblem(`the queued history ${queueId} is malformed and was left out`, error);
  return error === undefined;
}
