import type { EventRow } from '#engine/store/event-rows.ts';

const EVENTS_PER_SESSION = 500;
const SESSIONS = 500;

/**
 * Ring buffer of the newest events of recently busy sessions, so that readers close behind the writer cost no query.
 * Holds unbroken ranges only. Returns null for a range it does not hold completely; the caller then asks the store.
 * Bounded in events and in sessions.
 */
export class EventRingBuffer {
  readonly #stretches = new Map<string, EventRow[]>();

  /** Adds events in the order they were written. An event that leaves a gap starts a new range. */
  add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      const stretch = this.#stretchFor(row.sessionId);
      const last = stretch.at(-1);
      // Announced late: readers that need it have read it from the store.
      if (last !== undefined && row.sequence <= last.sequence) continue;
      if (last !== undefined && row.sequence !== last.sequence + 1) stretch.length = 0;
      stretch.push(row);
      // Cutting off a whole batch keeps the cost of a shift away from every single event.
      if (stretch.length > EVENTS_PER_SESSION * 2) stretch.splice(0, stretch.length - EVENTS_PER_SESSION);
    }
  }

  /** Returns the events after a number, at most `limit`; null when the ring cannot know them all. */
  after(sessionId: string, sequence: number, limit: number): readonly EventRow[] | null {
    const stretch = this.#stretches.get(sessionId);
    const first = stretch?.[0];
    if (stretch === undefined || first === undefined || sequence < first.sequence - 1) return null;
    const start = sequence - first.sequence + 1;
    return start > stretch.length ? null : stretch.slice(start, start + limit);
  }

  #stretchFor(sessionId: string): EventRow[] {
    const stretch = this.#stretches.get(sessionId) ?? [];
    // Setting it again moves the session to the end of the map: the first key is the one idle longest.
    this.#stretches.delete(sessionId);
    this.#stretches.set(sessionId, stretch);
    if (this.#stretches.size > SESSIONS) {
      for (const idle of this.#stretches.keys()) {
        this.#stretches.delete(idle);
        break;
      }
    }
    return stretch;
  }
}

const SESSIONS_CERTAINTY = 10_000;

type Known = { doubts: number; verifiedAt: number };

/**
 * Tracks for which sessions the events in memory are known to reach the end of the log. Counts every reason to doubt
 * it: a wake from another server, a periodic check, a new reader. A read of the store that began after the last of
 * them confirms it for all readers.
 */
export class LogFreshness {
  readonly #known = new Map<string, Known>();

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
    if (this.#known.size > SESSIONS_CERTAINTY) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest);
        break;
      }
    }
    return known;
  }
}
