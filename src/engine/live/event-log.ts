import type { EventRow, EventRowStore } from '#engine/store/event-rows.ts';
import { type Clock, readSystemClock } from '#engine/util/clock.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import type { WakeBus, WakeListener } from './wake-bus.ts';

const EVENTS_PER_SESSION = 500;
const SESSIONS = 500;

/**
 * Ring buffer of the newest events of recently busy sessions, so that readers close behind the writer cost no query.
 * Holds unbroken ranges only. Returns null for a range it does not hold completely; the caller then asks the store.
 * Bounded in events and in sessions.
 */
export class EventRingBuffer {
  readonly #runs = createLruCache<string, EventRow[]>(SESSIONS);

  /** Adds events in the order they were written. An event that leaves a gap starts a new range. */
  add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      const run = this.#getRun(row.sessionId);
      const last = run.at(-1);
      // Announced late: readers that need it have read it from the store.
      if (last !== undefined && row.sequence <= last.sequence) continue;
      if (last !== undefined && row.sequence !== last.sequence + 1) run.length = 0;
      run.push(row);
      // Cutting off a whole batch keeps the cost of a shift away from every single event.
      if (run.length > EVENTS_PER_SESSION * 2) run.splice(0, run.length - EVENTS_PER_SESSION);
    }
  }

  /** Returns the events after a number, at most `limit`; null when the ring cannot know them all. */
  after(sessionId: string, sequence: number, limit: number): readonly EventRow[] | null {
    const run = this.#runs.get(sessionId);
    const first = run?.[0];
    if (run === undefined || first === undefined || sequence < first.sequence - 1) return null;
    const start = sequence - first.sequence + 1;
    return start > run.length ? null : run.slice(start, start + limit);
  }

  #getRun(sessionId: string): EventRow[] {
    const known = this.#runs.get(sessionId);
    if (known !== undefined) return known;
    const run: EventRow[] = [];
    this.#runs.set(sessionId, run);
    return run;
  }
}

const SESSIONS_CERTAINTY = 10_000;

type Known = { doubts: number; verifiedAt: number };

/**
 * Tracks for which sessions the events in memory are known to reach the end of the log. Counts every reason to doubt
 * it: a wake from another server, a periodic check, a new reader. A read of the store that began after the last of
 * them confirms it for all readers.
 */
class LogFreshness {
  readonly #known = createLruCache<string, Known>(SESSIONS_CERTAINTY);

  doubt(sessionId: string): void {
    const known = this.#known.get(sessionId);
    if (known !== undefined) known.doubts += 1;
  }

  isSure(sessionId: string): boolean {
    const known = this.#known.get(sessionId);
    return known !== undefined && known.verifiedAt === known.doubts;
  }

  /**
   * Starts a read of the store; call it before reading. Call the returned function when the read has reached the end
   * of the log.
   */
  beginLook(sessionId: string): () => void {
    const known = this.#known.get(sessionId) ?? this.#enter(sessionId);
    const { doubts } = known;
    return () => {
      known.verifiedAt = Math.max(known.verifiedAt, doubts);
    };
  }

  #enter(sessionId: string): Known {
    const known = { doubts: 0, verifiedAt: -1 };
    this.#known.set(sessionId, known);
    return known;
  }
}

/** Shares one query between readers at the same position that ask at the same moment. */
class CoalescedReads {
  readonly #ask: EventRowStore['after'];
  readonly #underWay = new Map<string, Map<string, Promise<readonly EventRow[]>>>();

  constructor(ask: EventRowStore['after']) {
    this.#ask = ask;
  }

  after(sessionId: string, sequence: number, limit: number): Promise<readonly EventRow[]> {
    const own = this.#underWay.get(sessionId) ?? new Map<string, Promise<readonly EventRow[]>>();
    this.#underWay.set(sessionId, own);
    const key = `${sequence}:${limit}`;
    const known = own.get(key);
    if (known !== undefined) return known;
    const asked = this.#ask(sessionId, sequence, limit).finally(() => {
      own.delete(key);
      if (own.size === 0 && this.#underWay.get(sessionId) === own) this.#underWay.delete(sessionId);
    });
    own.set(key, asked);
    return asked;
  }

  /** Stops later readers from joining a query that may have run before the newest event was written. */
  forget(sessionId: string): void {
    this.#underWay.delete(sessionId);
  }
}

/** Every reader looks again after this long even if no wake reached it, so a lost wake loses nothing. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

/** Listeners of a bus. Counts them, and wakes all of them periodically while there are any. */
class WakeListeners {
  readonly #bus: Pick<WakeBus, 'listen' | 'wakeAll'>;
  #count = 0;
  #lookingAgain: NodeJS.Timeout | undefined;
  #onGone = (): void => {};

  constructor(bus: Pick<WakeBus, 'listen' | 'wakeAll'>) {
    this.#bus = bus;
  }

  listen(sessionId: string, onWake: WakeListener): () => void {
    const unlisten = this.#bus.listen(sessionId, onWake);
    this.#count += 1;
    this.#lookingAgain ??= setInterval(() => this.#bus.wakeAll(), LOOK_AGAIN_MILLISECONDS).unref();
    let isListening = true;
    return () => {
      if (!isListening) return;
      isListening = false;
      unlisten();
      this.#leave();
    };
  }

  /** Resolves when the last listener has gone, or when the time is up. */
  gone(withinMilliseconds: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMilliseconds);
      this.#onGone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    clearInterval(this.#lookingAgain);
    this.#lookingAgain = undefined;
    this.#onGone();
  }
}

/**
 * Log of a session's events, in order. The store writes them first; `announce` then wakes readers. A reader holds a
 * number and pulls the events after it. A slow reader lags behind, and nothing is ever queued for it.
 */
export type EventLog = {
  /** Tells readers of events that are already written. */
  readonly announce: (rows: readonly EventRow[]) => void;
  /**
   * Returns the events memory holds after a sequence number, without waiting. Returns none when only the store can
   * tell.
   */
  readonly held: (sessionId: string, sequence: number, limit: number) => readonly EventRow[];
  /** Returns the events after a sequence number, in order, at most `limit`. */
  readonly after: (sessionId: string, sequence: number, limit: number) => Promise<readonly EventRow[]>;
  /** Returns the number of a session's newest event; 0 when it has none. */
  readonly newest: (sessionId: string) => Promise<number>;
  readonly listen: WakeBus['listen'];
  /** Wakes all who listen to a name, here and on other servers. */
  readonly wake: (name: string) => void;
  /** Calls `onNews` when something may have been written to a session by another server, until the returned function is called. */
  readonly listenElsewhere: (sessionId: string, onNews: () => void) => () => void;
  /** Returns whether readers should reconnect to another server. */
  readonly isGoingAway: () => boolean;
  /**
   * Notifies every reader, once it has all written events, that this server is going away. Resolves when all readers
   * have stopped listening, or when the time is up.
   */
  readonly goAway: (withinMilliseconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly clock: Clock;
};

export function createEventLog(
  rows: Pick<EventRowStore, 'after' | 'lastSequence'>,
  bus: WakeBus,
  clock: Clock = readSystemClock,
): EventLog {
  const ring = new EventRingBuffer();
  const reads = new CoalescedReads(rows.after);
  const listeners = new WakeListeners(bus);
  const certainty = new LogFreshness();
  let isGoingAway = false;
  return {
    clock,
    announce(written) {
      ring.add(written);
      for (const sessionId of new Set(written.map((row) => row.sessionId))) bus.wake(sessionId);
    },
    held: (sessionId, sequence, limit) => ring.after(sessionId, sequence, limit) ?? [],
    after: async (sessionId, sequence, limit) => {
      const held = ring.after(sessionId, sequence, limit);
      // Nothing newer here proves nothing while another server may have written, or an announcement may have been lost.
      if (held !== null && (held.length > 0 || certainty.isSure(sessionId))) return held;
      const settle = certainty.beginLook(sessionId);
      const found = await reads.after(sessionId, sequence, limit);
      if (found.length < limit) {
        ring.add(found);
        settle();
      }
      return found;
    },
    wake: (name) => bus.wake(name),
    newest: async (sessionId) => (await rows.lastSequence(sessionId)) ?? 0,
    listen: (sessionId, onWake) => {
      certainty.doubt(sessionId);
      return listeners.listen(sessionId, (wake) => {
        if (wake === 'look-again') {
          certainty.doubt(sessionId);
          reads.forget(sessionId);
        }
        onWake(wake);
      });
    },
    // A server working on a session is no reader; shutdown does not wait for it.
    listenElsewhere: (sessionId, onNews) =>
      bus.listen(sessionId, (wake) => {
        if (wake === 'look-again') onNews();
      }),
    isGoingAway: () => isGoingAway,
    goAway: (withinMilliseconds) => {
      isGoingAway = true;
      bus.wakeAll();
      return listeners.gone(withinMilliseconds);
    },
    close: () => bus.close(),
  };
}
