import type { CampaignEvent } from '#engine/live/campaign-watch.ts';
import type { LiveReader } from '#engine/live/event-reader.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';

/** Keys of a subscriber's view. Subscribers with equal keys see the same texts and the same view. */
export type AudienceView = {
  /** Key of all viewers who see the same events. */
  readonly shared: string;
  /** Key of this viewer alone. */
  readonly own: string;
};

/** Everything that live streams send: events of a session, or of a campaign. */
export type StreamedEvent = LiveEvent | CampaignEvent;

/**
 * Result of a live subscription field: the reader of a log and the view it reads with. `useLiveStreams` turns it into results
 * that subscribers share; any other executor can iterate it event by event.
 */
export class LiveSource<Event extends StreamedEvent = StreamedEvent> implements AsyncIterable<Event> {
  readonly reader: LiveReader<Event>;
  readonly view: AudienceView;

  constructor(reader: LiveReader<Event>, view: AudienceView) {
    this.reader = reader;
    this.view = view;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    try {
      for (let events = await this.reader.next(); events !== null; events = await this.reader.next()) {
        yield* events;
      }
    } finally {
      this.reader.stop();
    }
  }
}
