import { type DocumentNode, type ExecutionArgs, GraphQLError, getOperationAST, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { memoizeByObject } from '#engine/util/memoize.ts';
import type { Context } from './context.ts';
import { createForbiddenError, createLimitExceededError } from './errors.ts';
import { useAnswerLimit, useRequestRate } from './limits/answer-limits.ts';
import { useComplexityLimit } from './limits/complexity-limit.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import { isIntrospection } from './limits/operation-size.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type AllowsOrigin, isLocalOrigin } from './origins.ts';
import { ANY_DOCUMENT, type TrustedDocuments } from './trusted-documents.ts';
import { NO_ALLOWANCE, type TurnAllowance } from './turn-allowance.ts';
import { createViewerUsage, type ViewerUsage } from './viewer-usage.ts';

/** Key of the viewer an operation counts for: the same text for the same viewer on every connection. */
type ViewerKey = (context: unknown) => string;

// Every operation of the API runs in a context made by `createContext`.
const getViewer = (context: unknown) => (context as Context).access.viewer;
const getViewerId: ViewerKey = (context) => getViewer(context).id;

/** Counts the open subscriptions of each viewer over all transports, and refuses those beyond the limit. */
function useSubscriptionSlots(
  limit: number,
  usage: ViewerUsage,
  viewerKey: ViewerKey,
  onChange: (open: number) => void = () => {},
): Plugin {
  let total = 0;
  const change = (viewer: string, by: 1 | -1): void => {
    usage.changeStreams(viewer, by);
    total += by;
    onChange(total);
  };
  const take = async (viewer: string, subscribe: () => unknown): Promise<unknown> => {
    const asked = usage.countStreams(viewer) + 1;
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

type TimeLimits = Pick<Limits, 'querySeconds' | 'mutationSeconds'>;

/**
 * Ends operations that take too long. Work they started on the server, such as a turn, continues. A subscription may last; only
 * its start is timed.
 */
function useOperationTime(limits: TimeLimits): Plugin {
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

/** Checks whether the viewer may read the schema itself. Called once the viewer is known. */
type MayIntrospect = (context: unknown) => boolean;

const REFUSED = 'The schema is not told here. Its SDL comes with the server’s source.';

/** Refuses introspection to viewers who may not read the schema. */
function useIntrospectionPolicy(mayIntrospect: MayIntrospect): Plugin {
  const asksForSchema = memoizeByObject(hasIntrospection);
  const isRefused = (document: DocumentNode, context: unknown): boolean =>
    asksForSchema(document) && !mayIntrospect(context);
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if (isRefused(args.document, args.contextValue)) setResultAndStopExecution({ errors: [refusal()] });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      if (isRefused(args.document, args.contextValue)) setResultAndStopExecution({ errors: [refusal()] });
    },
  };
}

function refusal(): GraphQLError {
  return new GraphQLError(REFUSED, { extensions: { code: 'INTROSPECTION_DISABLED' } });
}

function hasIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (isIntrospection(name.value)) found = true;
    },
  });
  return found;
}

/** Refuses everything but subscriptions to the holder of a stream ticket. */
function useTicketPolicy(): Plugin {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if (!getViewer(args.contextValue).isTicketHolder) return;
      const message =
        'A stream ticket opens subscriptions alone. Send queries and mutations with your credential.';
      setResultAndStopExecution({ errors: [createForbiddenError(message)] });
    },
  };
}

const SUGGESTION = /\s*Did you mean [\s\S]*$/;

/** Removes "Did you mean …" from every error, so that a hidden schema cannot be guessed. */
function useNoSuggestions(): Plugin {
  return {
    onValidate:
      () =>
      ({ result, setResult }) => {
        if (result.length > 0) setResult([...result].map((error: Error) => withoutSuggestion(error)));
      },
    onExecute: () => ({
      onExecuteDone: ({ result, setResult }) => {
        const cut = withoutSuggestions(result);
        if (cut !== null) setResult(cut);
      },
    }),
    onSubscribe: () => ({
      onSubscribeResult: ({ result, setResult }) => {
        const cut = withoutSuggestions(result);
        if (cut !== null) setResult(cut);
      },
    }),
  };
}

function withoutSuggestions<Result extends object>(result: Result): Result | null {
  // A stream has no errors of its own; a result has those of its operation.
  const { errors } = result as { readonly errors?: readonly Error[] };
  return errors === undefined ? null : { ...result, errors: errors.map(withoutSuggestion) };
}

function withoutSuggestion(error: Error): Error {
  if (!(error instanceof GraphQLError) || !SUGGESTION.test(error.message)) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(error.message.replace(SUGGESTION, ''), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}

/** Protection of the API on every transport. */
export type Protection = {
  readonly limits: Limits;
  /** Turn and cost allowance of each viewer. */
  readonly allowance: TurnAllowance;
  /** Viewers who may read the schema itself: all, those the predicate accepts, or none. */
  readonly introspection: 'everyone' | 'nobody' | ((context: unknown) => boolean);
  readonly documents: TrustedDocuments;
  /** Web pages of other origins that may use this server. */
  readonly allowsOrigin: AllowsOrigin;
  /** Called with the number of open subscriptions whenever it changes. */
  readonly onSubscriptions: (open: number) => void;
  /** Called once with the counters of viewers, for a server that exchanges them with others. */
  readonly onUsage: (usage: ViewerUsage) => void;
};

/** Protection of a server that acts for the one person at its machine. */
export const LOCAL_PROTECTION: Protection = {
  limits: DEFAULT_LIMITS,
  allowance: NO_ALLOWANCE,
  introspection: 'everyone',
  documents: ANY_DOCUMENT,
  allowsOrigin: isLocalOrigin,
  onSubscriptions: () => {},
  onUsage: () => {},
};

/** Creates the plugins that enforce the protection, over HTTP and WebSocket alike. */
export function createProtectionPlugins({
  limits,
  introspection,
  onSubscriptions,
  onUsage,
}: Protection): Plugin[] {
  const usage = createViewerUsage(limits);
  onUsage(usage);
  return [
    useTicketPolicy(),
    useDocumentLimits(limits),
    ...(introspection === 'everyone'
      ? []
      : [
          useIntrospectionPolicy(introspection === 'nobody' ? () => false : introspection),
          useNoSuggestions(),
        ]),
    ...(limits.requestsPerMinute === null
      ? []
      : [useRequestRate(limits.requestsPerMinute, usage, getViewerId)]),
    useComplexityLimit(limits.complexity),
    useAnswerLimit(limits.answerBytes),
    useSubscriptionSlots(limits.subscriptionsPerViewer, usage, getViewerId, onSubscriptions),
    useOperationTime(limits),
  ];
}
