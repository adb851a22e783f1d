import { type DocumentNode, type ExecutionArgs, type GraphQLError, getOperationAST, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createLimitExceededError } from '../errors.ts';
import type { ViewerUsage } from '../viewer-usage.ts';

/** Mutations whose answer is a file, with a limit of its own. */
const FILES: readonly string[] = ['exportCampaign', 'exportFile', 'exportStory'];

/** Replaces answers that are longer than the limit by an error. Streams have no whole answer. */
export function useAnswerLimit(limit: number): Plugin {
  return {
    onExecute: ({ args }) => ({
      onExecuteDone: ({ result, setResult }) => {
        if (Symbol.asyncIterator in result || isFile(args.document, args.operationName)) return;
        if (measureAnswer(result.data, limit) > limit) setResult({ errors: [tooLong(limit)] });
      },
    }),
  };
}

function isFile(document: DocumentNode, operationName: string | null | undefined): boolean {
  const { selections = [] } = getOperationAST(document, operationName)?.selectionSet ?? {};
  return selections.every(
    (selection) => selection.kind === Kind.FIELD && FILES.includes(selection.name.value),
  );
}

/** Returns about how many bytes an answer has. Stops counting beyond the limit. */
function measureAnswer(data: unknown, limit: number): number {
  const open: unknown[] = [data];
  let bytes = 0;
  while (open.length > 0 && bytes <= limit) {
    const next = open.pop();
    if (typeof next === 'string') bytes += Buffer.byteLength(next) + 2;
    else if (typeof next !== 'object' || next === null) bytes += 5;
    else {
      for (const [key, value] of Object.entries(next)) {
        bytes += Array.isArray(next) ? 1 : key.length + 4;
        open.push(value);
      }
    }
  }
  return bytes;
}

function tooLong(limit: number): GraphQLError {
  const message = `The answer has more than the ${limit} bytes it may have. Ask for smaller pages or fewer fields.`;
  return createLimitExceededError({ code: 'ANSWER_LIMIT', message, limit, asked: limit + 1 });
}

/** Limits the operations of each viewer, over HTTP and WebSocket together. */
export function useRequestRate(
  limit: number,
  { takeRequest }: Pick<ViewerUsage, 'takeRequest'>,
  viewerKey: (context: unknown) => string,
): Plugin {
  const refuse = ({ contextValue }: ExecutionArgs): GraphQLError | null => {
    const seconds = takeRequest(viewerKey(contextValue));
    return seconds === null ? null : tooOften(limit, seconds);
  };
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const refusal = refuse(args);
      if (refusal !== null) setResultAndStopExecution({ errors: [refusal] });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusal = refuse(args);
      if (refusal !== null) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

function tooOften(limit: number, retryAfterSeconds: number): GraphQLError {
  const message = `You may send ${limit} requests a minute. Try again in ${retryAfterSeconds} s.`;
  return createLimitExceededError({
    code: 'REQUEST_RATE_LIMIT',
    message,
    limit,
    asked: limit + 1,
    retryAfterSeconds,
  });
}
