import type { EventRow } from '#engine/store/event-rows.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isSessionEvent, parseSessionEvent, type SessionEvent } from './session-event.ts';
import { parseTurnEvent, type TurnEvent } from './turn-event.ts';

/**
 * Notices of a stream about itself. They are not in the log: `sequence` is the number of the last event delivered to
 * the reader. Resuming from a notice's cursor therefore continues exactly where the stream ended.
 */
export type StreamNoticeBody =
  | {
      readonly type: 'reader-lagged';
      /** Number of events between the reader and the newest, visible to the reader or not. */
      readonly behind: number;
      readonly newestSequence: number;
    }
  | { readonly type: 'server-going-away' };

export type StreamNoticeType = StreamNoticeBody['type'];

export type StreamNotice<Type extends StreamNoticeType = StreamNoticeType> = {
  readonly [Kind in Type]: {
    readonly sessionId: string;
    readonly sequence: number;
    readonly turnId: null;
    readonly at: Date;
    readonly body: Extract<StreamNoticeBody, { type: Kind }>;
  };
}[Type];

const NOTICES: Readonly<Record<StreamNoticeType, true>> = {
  'reader-lagged': true,
  'server-going-away': true,
};

export function isStreamNotice(event: { readonly body: { readonly type: string } }): event is StreamNotice {
  return event.body.type in NOTICES;
}

/** Event in a session's log. */
type LoggedEvent = TurnEvent | SessionEvent;

/** Everything a subscriber can be given. */
export type LiveEvent = LoggedEvent | StreamNotice;

/** Parses the event of a row. Parses it once for all readers: the ring gives all of them the same row. */
export const parseLoggedEvent: (row: EventRow) => LoggedEvent = memoizeByObject((row) =>
  isSessionEvent(row) ? parseSessionEvent(row) : parseTurnEvent(row),
);
