import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#engine/util/clock.ts';
import { HistoryEntry } from './history-entry.ts';
import { type CursorFile, createHistoryPosition, type HistoryPosition } from './index/history-position.ts';
import type { LoreIndex } from './lore-index.ts';

/** A piece of history with its place in the log. */
export type LoggedEntry = { readonly position: number; readonly writtenAt: Date; readonly entry: unknown };

/**
 * Log of committed history, the same for every server. The transaction that commits a scene also writes its entries,
 * and they are kept. So every server indexes all committed history, and nothing else. A position may be filled after
 * a later one, by a transaction that took longer.
 */
export type HistoryLog = {
  /** Returns the first entries from one position to another, both included; to the end when there is no other. */
  readonly between: (from: number, to: number | null, limit: number) => Promise<readonly LoggedEntry[]>;
  readonly ofSessions: (sessionIds: readonly string[], after: number) => Promise<readonly LoggedEntry[]>;
};

export type HistoryIndexer = {
  /** Has new history indexed, soon and beside everything else. To be called after every commit and at the start. */
  readonly wake: () => void;
  /**
   * Indexes what some sessions left in the log and this index does not have, within some time. Returns how many entries
   * are still missing.
   */
  readonly catchUp: (sessionIds: readonly string[], milliseconds: number) => Promise<number>;
  /** Reads the log from its beginning: the index has lost what it had. */
  readonly startOver: () => void;
  /** Resolves when nothing is waiting, or when indexing has to wait for something outside. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Tools = {
  readonly log: HistoryLog;
  readonly index: Pick<LoreIndex, 'addHistory'>;
  /** File with the position in the log, beside the index it belongs to. */
  readonly cursor: CursorFile;
  readonly clock: Clock;
  /** Hears of every failure; what failed is tried again, what is malformed is left out. */
  readonly onProblem: (problem: string, error: unknown) => void;
  /** Interval of looking for history of other servers; null where there is none. */
  readonly lookMilliseconds: number | null;
};

const BATCH = 64;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Feeds the index from the log of committed history, in order, without ever holding up or failing a turn. */
export function createHistoryIndexer(tools: Tools): HistoryIndexer {
  const { log, onProblem, lookMilliseconds } = tools;
  const stopped = new AbortController();
  let place: HistoryPosition | null = null;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let wait = FIRST_WAIT;

  const placeNow = async (): Promise<HistoryPosition> => {
    place ??= await createHistoryPosition(tools.cursor, log, tools.clock);
    return place;
  };
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
        while (!stopped.signal.aborted && (await indexSome(await placeNow(), tools))) wait = FIRST_WAIT;
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
  const look = lookMilliseconds === null ? undefined : setInterval(wake, lookMilliseconds);
  look?.unref();
  return {
    wake,
    catchUp: async (sessionIds, milliseconds) => catchUp(await placeNow(), sessionIds, milliseconds, tools),
    startOver: () => {
      place = null;
      wake();
    },
    idle: async () => {
      while (running !== null) await running;
    },
    stop: async () => {
      clearInterval(look);
      stopped.abort();
      await running;
    },
  };
}

/** Indexes one batch; false when nothing new was in the log. */
async function indexSome(place: HistoryPosition, { log, ...tools }: Tools): Promise<boolean> {
  const late: LoggedEntry[] = [];
  for (const { from, to } of place.gaps()) late.push(...(await log.between(from, to, BATCH)));
  const next = await log.between(place.position() + 1, null, BATCH);
  await indexEntries(
    [...late, ...next].filter(({ position }) => !place.has(position)),
    tools,
  );
  place.advance(late, next);
  return late.length + next.length > 0;
}

async function catchUp(
  place: HistoryPosition,
  sessionIds: readonly string[],
  milliseconds: number,
  tools: Tools,
): Promise<number> {
  const entries = await tools.log.ofSessions(sessionIds, place.complete());
  const missing = entries.filter(({ position }) => !place.has(position));
  if (missing.length === 0) return 0;
  let left = missing.length;
  let isLate = false;
  const work = async () => {
    for (let at = 0; at < missing.length && !isLate; at += BATCH) {
      const some = missing.slice(at, at + BATCH);
      await indexEntries(some, tools);
      place.advance(some, []);
      left -= some.length;
    }
  };
  const caughtUp = work().catch((error: unknown) =>
    tools.onProblem('history that a turn needs could not be indexed', error),
  );
  await Promise.race([caughtUp, sleep(milliseconds, undefined, { ref: false })]);
  isLate = true;
  return left;
}

async function indexEntries(
  logged: readonly LoggedEntry[],
  { index, onProblem }: Pick<Tools, 'index' | 'onProblem'>,
): Promise<void> {
  // Of entries under one id the last one counts.
  const byId = new Map<string, HistoryEntry>();
  for (const { position, entry } of logged) {
    const { data, error } = HistoryEntry.safeParse(entry);
    if (error !== undefined) onProblem(`history ${position} is malformed and was left out`, error);
    else byId.set(`${data.campaignId} ${data.id}`, data);
  }
  if (byId.size > 0) await index.addHistory([...byId.values()]);
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
