import type { EventReader } from '#engine/live/event-reader.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';

/** Which of two subscribers see the same: the same texts, the same view. */
export type AudienceView = {
  /** All who see events alike, whoever they are. */
  readonly shared: string;
  /** This viewer alone. */
  readonly own: string;
};

/**
 * What a live subscription field gives: the reader of a log and whose eyes it reads with. `useLiveStreams` turns
 * it into results that subscribers share; any other executor can still iterate it event by event.
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
