import type { EventReader } from '#engine/live/event-reader.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';

/** Keys of a subscriber's view. Subscribers with equal keys see the same texts and the same view. */
export type AudienceView = {
  /** Key of all viewers who see the same events. */
  readonly shared: string;
  /** Key of this viewer alone. */
  readonly own: string;
};

/**
 * Result of a live subscription field: the reader of a log and the view it reads with. `useLiveStreams` turns it into results
 * that subscribers share; any other executor can iterate it event by event.
 */
export class LiveSource implements AsyncIterable<LiveEvent> {
  readonly reader: EventReader;
  readonly view: AudienceView;

  constructor(reader: EventReader, view: AudienceView) {
    this.reader = reader;
    this.view = view;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LiveEvent, void> {
    try {
      for (let events = await this.reader.next(); events !== null; events = await this.reader.next()) {
        yield* events;
      }
    } finally {
      this.reader.stop();
    }
  }
}
