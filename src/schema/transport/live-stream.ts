import { type ExecutionResult, GraphQLError } from 'graphql';
import { NoLongerAllowedError } from '#engine/live/event-reader.ts';
import { LiveResult } from './live-result.ts';
import type { LiveSource } from './live-source.ts';
import type { SharedSubscriber } from './result-sharing.ts';

export type MaskError = (error: unknown) => Error;

/**
 * Results of one subscriber. Transports take them in batches, already serialised; other consumers iterate them one by one. It is
 * pulled, so a slow subscriber delays no other.
 */
export class LiveStream implements AsyncIterableIterator<ExecutionResult> {
  readonly #reader: LiveSource['reader'];
  readonly #membership: SharedSubscriber;
  readonly #mask: MaskError;
  #rest: readonly LiveResult[] = [];
  #isOver = false;

  constructor({ reader }: LiveSource, membership: SharedSubscriber, mask: MaskError) {
    this.#reader = reader;
    this.#membership = membership;
    this.#mask = mask;
  }

  /** Whether it ends because the server shuts down. A transport must then not send `complete`. */
  get isToBeResumed(): boolean {
    return this.#reader.isToBeResumed;
  }

  /** Returns the next results, at least one, in order; null when there are no more. */
  async nextResults(): Promise<readonly LiveResult[] | null> {
    if (this.#isOver) return null;
    try {
      const events = await this.#reader.next();
      if (events === null) {
        this.stop();
        return null;
      }
      const [only] = events;
      if (only !== undefined && events.length === 1) return [await this.#membership.resultOf(only)];
      return await Promise.all(events.map((event) => this.#membership.resultOf(event)));
    } catch (error) {
      this.stop();
      return [new LiveResult({ errors: [toldOf(error, this.#mask)] }, null)];
    }
  }

  readonly stop = (): void => {
    this.#isOver = true;
    this.#reader.stop();
    this.#membership.leave();
  };

  async next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#rest.length === 0) this.#rest = (await this.nextResults()) ?? [];
    const [first, ...rest] = this.#rest;
    this.#rest = rest;
    return first === undefined ? { done: true, value: undefined } : { done: false, value: first.result };
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    this.stop();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult>> {
    this.stop();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function toldOf(error: unknown, mask: MaskError): GraphQLError {
  if (error instanceof NoLongerAllowedError) {
    return new GraphQLError(error.message, { extensions: { code: 'FORBIDDEN' } });
  }
  const masked = mask(error);
  return masked instanceof GraphQLError ? masked : new GraphQLError(masked.message);
}
