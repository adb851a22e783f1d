import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createLimitExceededError } from '../errors.ts';
import type { Limits } from '../limits.ts';

type TimeLimits = Pick<Limits, 'querySeconds' | 'mutationSeconds'>;

/**
 * Ends operations that take too long. Work they started on the server, such as a turn, continues. A subscription may last; only
 * its start is timed.
 */
export function useOperationTime(limits: TimeLimits): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const kind = getOperationAST(args.document, args.operationName)?.operation;
      const seconds = kind === 'mutation' ? limits.mutationSeconds : limits.querySeconds;
      setExecuteFn((given: ExecutionArgs) =>
        within(seconds, (signal) => executeFn(withSignal(given, signal))),
      );
    },
    onSubscribe({ subscribeFn, setSubscribeFn }) {
      setSubscribeFn((given: ExecutionArgs) => within(limits.querySeconds, () => subscribeFn(given)));
    },
  };
}

/** Adds the signal at which the executor stops resolving fields. */
function withSignal(args: ExecutionArgs, signal: AbortSignal): ExecutionArgs {
  return { ...args, signal } as ExecutionArgs;
}

async function within(seconds: number, run: (signal: AbortSignal) => unknown): Promise<unknown> {
  const overtime = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<object>((resolve) => {
    timer = setTimeout(() => {
      const message = `This operation took longer than the ${seconds} seconds it may take. Ask for less at once; a turn that was begun goes on.`;
      const error = createLimitExceededError({ code: 'TIME_LIMIT', message, limit: seconds, asked: seconds });
      resolve({ errors: [error] });
      overtime.abort(error);
    }, seconds * 1000);
  });
  const done = Promise.resolve().then(() => run(overtime.signal));
  // After the timeout the result is no longer used.
  done.catch(() => {});
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
