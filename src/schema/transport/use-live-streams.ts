import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { Context } from '../context.ts';
import { LiveSource } from './live-source.ts';
import { LiveStream, type MaskError } from './live-stream.ts';
import { analyseOperation, type OperationTraits } from './operation-traits.ts';
import { type ExecuteEvent, ResultSharing } from './result-sharing.ts';
import { createSseResponse, SseHeartbeat } from './sse-response.ts';

const streams = new WeakMap<object, LiveStream>();

/** Finds the live stream opened with this context; null when there is none. */
export function findLiveStream(context: unknown): LiveStream | null {
  return (typeof context === 'object' && context !== null && streams.get(context)) || null;
}

/**
 * Executes subscriptions whose field returns a `LiveSource`. Subscribers with the same document and view share one execution for
 * each event, in its own context. Transports get the results as text. Must come before plugins that wrap the result of
 * `subscribe`.
 */
export function useLiveStreams(options: { readonly maskError: MaskError }): Plugin {
  const sharing = new ResultSharing();
  const heart = new SseHeartbeat();
  return {
    onSubscribe({ args, setSubscribeFn }) {
      const traits = analyseOperation(args.schema, args.document, args.operationName);
      if (traits === null || !isLive(args, traits)) return;
      setSubscribeFn(async (given: ExecutionArgs) => {
        const source = await createSourceEventStream(given);
        if (!(source instanceof LiveSource)) return refusal(source);
        const key = keyOf(given, traits, source);
        const membership = sharing.join(key, eventExecutor(given, options.maskError));
        const stream = new LiveStream(source, membership, options.maskError);
        const { contextValue } = given;
        if (isObject(contextValue)) streams.set(contextValue, stream);
        const request = Object(contextValue).request;
        if (isObject(request)) streams.set(request, stream);
        return stream;
      });
    },
    onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
      const stream = streams.get(request);
      if (stream === undefined || resultProcessor === undefined) return;
      setResultProcessor(
        (_result, fetchApi) => createSseResponse(stream, result, heart, fetchApi.Response),
        'text/event-stream',
      );
    },
  };
}

/** Checks whether a field declares itself live with `extensions: { isLive: true }`. */
function isLive({ schema }: ExecutionArgs, { rootField }: OperationTraits): boolean {
  const field = schema.getSubscriptionType()?.getFields()[rootField.name.value];
  return field?.extensions.isLive === true;
}

function refusal(result: object): object {
  if ('errors' in result) return result;
  throw new Error('a field that says it is live gave no LiveSource');
}

/** Returns the key of subscribers that share results. */
function keyOf(
  { variableValues, operationName }: ExecutionArgs,
  { documentNumber, isImpersonal, startVariables }: OperationTraits,
  { view }: LiveSource,
): string {
  const variables = Object.entries(variableValues ?? {}).filter(([name]) => !startVariables.has(name));
  return toCanonicalJson([
    documentNumber,
    operationName ?? null,
    isImpersonal ? view.shared : view.own,
    Object.fromEntries(variables),
  ]);
}

/** Creates the executor of events. Each event runs in an empty context, so that it shows the current state. */
function eventExecutor(
  { schema, document, operationName, variableValues, contextValue }: ExecutionArgs,
  maskError: MaskError,
): ExecuteEvent {
  // Every operation of this server has a context made by `createContext`.
  const { renewed } = contextValue as Context;
  const told = (result: ExecutionResult): ExecutionResult =>
    result.errors === undefined
      ? result
      : { ...result, errors: result.errors.map((e) => shown(e, maskError)) };
  return (event) => {
    const result = execute({
      schema,
      document,
      operationName,
      variableValues,
      rootValue: event,
      contextValue: renewed(),
    });
    return result instanceof Promise ? result.then(told) : told(result);
  };
}

/** Masks an error for clients and removes the parts meant for the transport. */
function shown(error: GraphQLError, maskError: MaskError): GraphQLError {
  const masked = maskError(error);
  if (!(masked instanceof GraphQLError)) return new GraphQLError(masked.message);
  const { http: _http, unexpected: _unexpected, ...extensions } = masked.extensions;
  const { message, nodes, path } = masked;
  return new GraphQLError(message, { nodes: nodes ?? null, path: path ?? null, extensions });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
