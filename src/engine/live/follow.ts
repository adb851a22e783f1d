import type { EventLog } from './event-log.ts';
import { EventReader, type ReadRequest } from './event-reader.ts';
import type { LiveEvent } from './live-event.ts';

/** A session's events one by one, from a place in its log on, for as long as they are pulled. */
export function follow(log: EventLog, request: ReadRequest): AsyncIterableIterator<LiveEvent> {
  const reader = new EventReader(log, request);
  const events = read(reader);
  return {
    next: () => events.next(),
    return: async () => {
      reader.stop();
      return events.return(undefined);
    },
    throw: async (error) => {
      reader.stop();
      return events.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* read(reader: EventReader): AsyncGenerator<LiveEvent, undefined> {
  try {
    for (;;) {
      const batch = await reader.next();
      if (batch === null) return;
      yield* batch;
    }
  } finally {
    reader.stop();
  }
}
