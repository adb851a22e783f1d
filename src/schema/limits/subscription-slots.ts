import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { createLimitExceededError } from '../errors.ts';

/** Key of the viewer an operation counts for: the same text for the same viewer on every connection. */
type ViewerKey = (context: unknown) => string;

export const getViewerId: ViewerKey = (context) =>
  // Every operation of the API runs in a context made by `createContext`.
  (context as Context).access.viewer.id;

/** Counts the open subscriptions of each viewer over all transports, and refuses those beyond the limit. */
export function useSubscriptionSlots(
  limit: number,
  viewerKey: ViewerKey,
  onChange: (open: number) => void = () => {},
): Plugin {
  const open = new Map<string, number>();
  let total = 0;
  const change = (viewer: string, by: 1 | -1): void => {
    const count = (open.get(viewer) ?? 0) + by;
    if (count === 0) open.delete(viewer);
    else open.set(viewer, count);
    total += by;
    onChange(total);
  };
  const take = async (viewer: string, subscribe: () => unknown): Promise<unknown> => {
    const asked = (open.get(viewer) ?? 0) + 1;
    if (asked > limit) {
      const message = `You already follow ${limit} streams, and more are not allowed at once. End one of them first.`;
      return { errors: [createLimitExceededError({ code: 'SUBSCRIPTION_LIMIT', message, limit, asked })] };
    }
    change(viewer, 1);
    const release = once(() => change(viewer, -1));
    try {
      const result = await subscribe();
      if (isIterable(result)) return released(result, release);
      release();
      return result;
    } catch (error) {
      release();
      throw error;
    }
  };
  return {
    onSubscribe({ setSubscribeFn, subscribeFn }) {
      setSubscribeFn((given) => take(viewerKey(given.contextValue), () => subscribeFn(given)));
    },
  };
}

/** Returns the same stream. Frees its slot when it ends for any reason. */
function released(stream: AsyncIterable<unknown>, release: () => void): AsyncIterableIterator<unknown> {
  const inner = stream[Symbol.asyncIterator]();
  const last = async (step: () => Promise<IteratorResult<unknown>> | undefined) => {
    release();
    return (await step()) ?? { done: true, value: undefined };
  };
  return {
    next: async () => {
      try {
        const step = await inner.next();
        if (step.done === true) release();
        return step;
      } catch (error) {
        release();
        throw error;
      }
    },
    return: (value) => last(() => inner.return?.(value)),
    throw: (error) => last(() => inner.throw?.(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
