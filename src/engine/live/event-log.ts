import type { EventRow, EventRowStore } from '#engine/store/event-rows.ts';
import { EventRing } from './event-ring.ts';
import type { WakeBus } from './wake-bus.ts';

/**
 * The log of what happens, in order, per session. Writing is the store's business and comes first; `announce`
 * then tells readers. A reader holds a number and pulls what comes after it, so a slow one lags behind and
 * nothing is ever queued for it.
 */
export type EventLog = {
  /** Tells readers of events that are already written. */
  readonly announce: (rows: readonly EventRow[]) => void;
  /** The events after a sequence number, in order, at most `limit`. */
  readonly after: (sessionId: string, sequence: number, limit: number) => Promise<readonly EventRow[]>;
  readonly listen: WakeBus['listen'];
};

export function eventLog(rows: Pick<EventRowStore, 'after'>, bus: WakeBus): EventLog {
  const ring = new EventRing();
  return {
    announce(written) {
      ring.add(written);
      for (const sessionId of new Set(written.map((row) => row.sessionId))) bus.wake(sessionId);
    },
    after: async (sessionId, sequence, limit) => {
      const held = ring.after(sessionId, sequence, limit);
      // Nothing newer here proves nothing: another server may have written, or an announcement may have been lost.
      return held === null || held.length === 0 ? rows.after(sessionId, sequence, limit) : held;
    },
    listen: bus.listen,
  };
}
