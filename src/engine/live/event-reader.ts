import { canSeeEvent, type EventRow, type EventViewer } from '#engine/store/event-rows.ts';
import type { EventLog } from './event-log.ts';
import { type LiveEvent, parseLoggedEvent, type StreamNotice, type StreamNoticeBody } from './live-event.ts';
import { isSessionEnd } from './session-event.ts';

/** Number of events a reader takes from the log at once. */
const BATCH = 64;
/** Lag in events at which a reader that was up to date is notified and ended. */
const MOST_BEHIND = 10_000;
const ASK_AGAIN_MILLISECONDS = 10_000;

export type EventReadRequest = EventViewer & {
  readonly sessionId: string;
  /** The last sequence number the reader has seen; 0 to start with the first event. */
  readonly after: number;
  /** Called every ten seconds while the reader lives; false ends it with `NoLongerAllowedError`. */
  readonly stillAllowed?: () => Promise<boolean>;
  readonly askAgainMilliseconds?: number;
  readonly mostBehind?: number;
};

/** Reads events for one subscriber. `stop` ends it at once, also while it waits. */
export type LiveReader<Event> = {
  /** Returns the next events, at least one, in order; null when there will be no more. */
  readonly next: () => Promise<readonly Event[] | null>;
  readonly stop: () => void;
  /** Whether it ended because of this server, so that the client should connect again. */
  readonly isToBeResumed: boolean;
};

/** Ends a stream whose reader has lost the permission to read it. */
export class NoLongerAllowedError extends Error {
  override readonly name = 'NoLongerAllowedError';
}

/**
 * Reads a session's log from a sequence number on, then the live events, for one subscriber. Holds a number and no
 * queue, so a slow subscriber lags. `stop` ends it at once, also while it waits. The owner must call it in the end.
 */
export class EventReader implements LiveReader<LiveEvent> {
  readonly #log: EventLog;
  readonly #request: EventReadRequest;
  readonly #unlisten: () => void;
  #sequence: number;
  #isFirstLook = true;
  #isUpToDate = false;
  #isOver = false;
  #isToBeResumed = false;
  #hasWoken = false;
  #wakeUp: (() => void) | null = null;
  #askedAt: number;
  #mustAsk = false;

  constructor(log: EventLog, request: EventReadRequest) {
    this.#log = log;
    this.#request = request;
    this.#sequence = request.after;
    this.#askedAt = log.clock().getTime();
    this.#unlisten = log.listen(request.sessionId, (wake) => {
      // The clock is read at the periodic check of all readers, not at every event.
      if (wake === 'look-again') this.#mustAsk = this.#isToBeAsked();
      this.#wake();
    });
  }

  get isToBeResumed(): boolean {
    return this.#isToBeResumed;
  }

  async next(): Promise<readonly LiveEvent[] | null> {
    while (!this.#isOver) {
      this.#hasWoken = false;
      const held = this.#takeHeld();
      if (held.length > 0) return held;
      if (this.#mustAsk) await this.#askWhetherAllowed();
      const events = await this.#look();
      if (this.#isOver && events.length === 0) return null;
      if (events.length > 0) return events;
      await this.#woken();
    }
    return null;
  }

  readonly stop = (): void => {
    this.#isOver = true;
    this.#unlisten();
    this.#wake();
  };

  /**
   * Takes events already in memory without waiting. With many readers on one session the next event is nearly always
   * there.
   */
  #takeHeld(): readonly LiveEvent[] {
    const { sessionId } = this.#request;
    if (this.#mustAsk) return [];
    const rows = this.#log.held(sessionId, this.#sequence, BATCH);
    const last = rows.at(-1);
    // A full batch may mean that it is far behind, which has to be looked into.
    if (last === undefined || rows.length === BATCH) return [];
    this.#isUpToDate = true;
    return this.#taken(rows, last);
  }

  async #look(): Promise<readonly LiveEvent[]> {
    const { sessionId, mostBehind = MOST_BEHIND } = this.#request;
    const rows = await this.#log.after(sessionId, this.#sequence, BATCH);
    if (rows.length === BATCH && this.#isUpToDate) {
      const newestSequence = await this.#log.newest(sessionId);
      const behind = newestSequence - this.#sequence;
      if (behind > mostBehind) return this.#endWith({ type: 'reader-lagged', behind, newestSequence });
    }
    this.#isUpToDate ||= rows.length < BATCH;
    const last = rows.at(-1);
    if (last !== undefined) return this.#taken(rows, last);
    if (this.#log.isGoingAway()) return this.#endWith({ type: 'server-going-away' });
    if (this.#isFirstLook && (await this.#isAtTheVeryEnd())) this.#isOver = true;
    this.#isFirstLook = false;
    return [];
  }

  #taken(rows: readonly EventRow[], last: EventRow): readonly LiveEvent[] {
    this.#sequence = last.sequence;
    this.#isFirstLook = false;
    if (isSessionEnd(last)) this.#isOver = true;
    const visible: LiveEvent[] = [];
    for (const row of rows) {
      // Events hidden from a reader still advance it, so that it need not read them again.
      if (canSeeEvent(this.#request, row)) visible.push(parseLoggedEvent(row));
    }
    // All of it was hidden: it looks again at once.
    if (visible.length === 0) this.#hasWoken = true;
    return visible;
  }

  /**
   * Returns whether the session's last event has been read. A client resuming from that event's cursor must not wait
   * for ever.
   */
  async #isAtTheVeryEnd(): Promise<boolean> {
    if (this.#sequence === 0) return false;
    const [row] = await this.#log.after(this.#request.sessionId, this.#sequence - 1, 1);
    return row !== undefined && isSessionEnd(row);
  }

  #endWith(body: StreamNoticeBody): readonly StreamNotice[] {
    this.#isOver = true;
    this.#isToBeResumed = body.type === 'server-going-away';
    const { sessionId } = this.#request;
    // The body itself says which member of the union it is.
    const notice = { sessionId, sequence: this.#sequence, turnId: null, at: this.#log.clock(), body };
    return [notice as StreamNotice];
  }

  #isToBeAsked(): boolean {
    const { stillAllowed, askAgainMilliseconds = ASK_AGAIN_MILLISECONDS } = this.#request;
    if (stillAllowed === undefined) return false;
    return this.#log.clock().getTime() - this.#askedAt >= askAgainMilliseconds;
  }

  async #askWhetherAllowed(): Promise<void> {
    this.#mustAsk = false;
    this.#askedAt = this.#log.clock().getTime();
    if (await this.#request.stillAllowed?.()) return;
    this.#isOver = true;
    throw new NoLongerAllowedError('You may no longer watch this session.');
  }

  #woken(): Promise<void> {
    if (this.#hasWoken || this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wakeUp = resolve;
    });
  }

  /** Records a wake that arrives while the reader is busy, so that none is lost between reading and waiting. */
  #wake(): void {
    this.#hasWoken = true;
    this.#wakeUp?.();
    this.#wakeUp = null;
  }
}
