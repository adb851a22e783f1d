import type { EventRow } from '#engine/store/event-rows.ts';
import { isSessionEventType, type SessionEvent, sessionEventOf } from './session-event.ts';
import type { StreamNotice } from './stream-notice.ts';
import { type TurnEvent, turnEventOf } from './turn-event.ts';

/** An event that stands in a session's log. */
export type LoggedEvent = TurnEvent | SessionEvent;

/** Everything a subscriber can be given. */
export type LiveEvent = LoggedEvent | StreamNotice;

const read = new WeakMap<EventRow, LoggedEvent>();

/** The event a row holds. Read once, however many readers come by: the ring gives all of them the same row. */
export function loggedEventOf(row: EventRow): LoggedEvent {
  const known = read.get(row);
  if (known !== undefined) return known;
  const event = isSessionEventType(row.type) ? sessionEventOf(row) : turnEventOf(row);
  read.set(row, event);
  return event;
}
