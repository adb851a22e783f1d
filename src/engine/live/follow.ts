import type { Audience } from '#engine/store/event-rows.ts';
import type { EventLog } from './event-log.ts';
import { type TurnEvent, turnEventOf } from './turn-event.ts';

/** How many events a reader takes from the log at once. */
const BATCH = 64;
/** A reader looks again after this long even if no wake reached it, so a lost wake loses nothing. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

export type FollowRequest = {
  readonly sessionId: string;
  /** The last sequence number the reader has seen; 0 to start with the first event. */
  readonly after: number;
  readonly audience: Audience;
};

/**
 * A session's events after a place in its log, and then the live ones, for as long as they are pulled. Each
 * reader keeps one batch and a number; `return` ends it at once, also while it waits.
 */
export function follow(log: EventLog, request: FollowRequest): AsyncIterableIterator<TurnEvent> {
  const waker = wakerFor(log, request.sessionId);
  const events = read(log, request, waker);
  return {
    next: () => events.next(),
    return: async () => {
      waker.stop();
      return events.return(undefined);
    },
    throw: async (error) => {
      waker.stop();
      return events.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* read(
  log: EventLog,
  request: FollowRequest,
  waker: Waker,
): AsyncGenerator<TurnEvent, undefined> {
  const { sessionId, audience } = request;
  let sequence = request.after;
  while (!waker.isStopped()) {
    const batch = await log.after(sessionId, sequence, BATCH);
    if (batch.length === 0) await waker.woken();
    for (const row of batch) {
      sequence = row.sequence;
      if (audience === 'gm' || row.audience === 'player') yield turnEventOf(row);
    }
  }
}

type Waker = {
  readonly woken: () => Promise<void>;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
};

/** Remembers a wake that comes while the reader is busy: between looking and waiting none can fall through. */
function wakerFor(log: EventLog, sessionId: string): Waker {
  let hasWoken = false;
  let isStopped = false;
  let wakeUp = (): void => {};
  const unlisten = log.listen(sessionId, () => {
    hasWoken = true;
    wakeUp();
  });
  return {
    woken: async () => {
      if (!hasWoken && !isStopped) await new Promise<void>((resolve) => waitFor(resolve));
      hasWoken = false;
    },
    stop: () => {
      isStopped = true;
      unlisten();
      wakeUp();
    },
    isStopped: () => isStopped,
  };

  function waitFor(resolve: () => void): void {
    const timer = setTimeout(resolve, LOOK_AGAIN_MILLISECONDS);
    timer.unref();
    wakeUp = () => {
      clearTimeout(timer);
      resolve();
    };
  }
}
