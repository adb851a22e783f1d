import { oncePer } from '#engine/kit/once-per.ts';
import type { EventRow } from '#engine/store/event-rows.ts';
import { isSessionEventType, type SessionEvent, sessionEventOf } from './session-event.ts';
import type { StreamNotice } from './stream-notice.ts';
import { type TurnEvent, turnEventOf } from './turn-event.ts';

/** An event that stands in a session's log. */
export type LoggedEvent = TurnEvent | SessionEvent;

/** Everything a subscriber can be given. */
export type LiveEvent = LoggedEvent | StreamNotice;

/** The event a row holds. Read once, however many readers come by: the ring gives all of them the same row. */
export const loggedEventOf: (row: EventRow) => LoggedEvent = oncePer((row) =>
  isSessionEventType(row.type) ? sessionEventOf(row) : turnEventOf(row),
);
