import type { EventRow } from '#engine/store/event-rows.ts';

const EVENTS_PER_SESSION = 500;
const SESSIONS = 500;

/**
 * The newest events of the sessions that were busy last, so that readers close behind the writer cost no
 * query. It holds unbroken stretches only: whoever asks for what it does not wholly hold gets null and asks
 * the store. Bounded in events and in sessions.
 */
export class EventRing {
  readonly #stretches = new Map<string, EventRow[]>();

  /** Takes events in the order they were written. One that leaves a gap starts the stretch anew. */
  add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      const stretch = this.#stretchFor(row.sessionId);
      const last = stretch.at(-1);
      // Announced late: whoever needs it has read it from the store.
      if (last !== undefined && row.sequence <= last.sequence) continue;
      if (last !== undefined && row.sequence !== last.sequence + 1) stretch.length = 0;
      stretch.push(row);
      // Cutting off a whole batch keeps the cost of a shift away from every single event.
      if (stretch.length > EVENTS_PER_SESSION * 2) stretch.splice(0, stretch.length - EVENTS_PER_SESSION);
    }
  }

  /** The events after a number, at most `limit`; null when the ring cannot know them all. */
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
