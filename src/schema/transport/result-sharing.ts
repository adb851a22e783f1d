import type { ExecutionResult } from 'graphql';
import { isStreamNotice } from '#engine/live/live-event.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { LiveResult } from './live-result.ts';
import type { StreamedEvent } from './live-source.ts';

export type ExecuteEvent = (event: StreamedEvent) => ExecutionResult | Promise<ExecutionResult>;
type MaybeLater<Value> = Value | Promise<Value>;

/** Lifetime of a shared result. Only subscribers at about the same time share it; a later replay of history executes again. */
const FRESH_MILLISECONDS = 1_000;
const MAX_RESULTS = 256;

/** One of several subscribers with the same view. */
export type SharedSubscriber = {
  readonly resultOf: (event: StreamedEvent) => MaybeLater<LiveResult>;
  readonly leave: () => void;
};

/** Executes each event once for all subscribers that would get the same result anyway. */
export class ResultSharing {
  readonly #groups = new Map<string, Group>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Adds a subscriber. Only subscribers with the same document and the same view may join under one key. */
  join(key: string, execute: ExecuteEvent): SharedSubscriber {
    const group = this.#groups.get(key) ?? new Group(execute, this.#now);
    this.#groups.set(key, group);
    group.members += 1;
    let isIn = true;
    return {
      resultOf: (event) => group.resultOf(event),
      leave: () => {
        if (!isIn) return;
        isIn = false;
        group.members -= 1;
        if (group.members === 0) this.#groups.delete(key);
      },
    };
  }
}

type Kept = { readonly at: number; result: MaybeLater<LiveResult> };

class Group {
  members = 0;
  readonly #execute: ExecuteEvent;
  readonly #now: () => number;
  readonly #kept = createLruCache<number, Kept>(MAX_RESULTS);

  constructor(execute: ExecuteEvent, now: () => number) {
    this.#execute = execute;
    this.#now = now;
  }

  resultOf(event: StreamedEvent): MaybeLater<LiveResult> {
    // A notice of a stream about itself is for one subscriber.
    if (isStreamNotice(event)) return this.#resultFor(event);
    const now = this.#now();
    const known = this.#kept.get(event.sequence);
    if (known !== undefined && now - known.at < FRESH_MILLISECONDS) return known.result;
    const kept: Kept = { at: now, result: this.#resultFor(event) };
    this.#kept.set(event.sequence, kept);
    if (kept.result instanceof Promise) {
      kept.result = kept.result.then((result) => {
        kept.result = result;
        return result;
      });
    }
    return kept.result;
  }

  #resultFor(event: StreamedEvent): MaybeLater<LiveResult> {
    const result = this.#execute(event);
    // Events of a campaign are in no log, so there is no cursor to go on from.
    const place = 'sessionId' in event ? event : null;
    return result instanceof Promise
      ? result.then((done) => new LiveResult(done, place))
      : new LiveResult(result, place);
  }
}
