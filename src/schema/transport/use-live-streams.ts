import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Maybe } from 'graphql/jsutils/Maybe.js';
import type { Plugin } from 'graphql-yoga';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { Context } from '../context.ts';
import { LiveResult } from './live-result.ts';
import { LiveSource } from './live-source.ts';
import { LiveStream, type MaskError } from './live-stream.ts';
import { type ExecuteEvent, ResultSharing } from './result-sharing.ts';
import { createSseResponse, type EventNaming, type ResultSource, SseHeartbeat } from './sse-response.ts';

/** Traits of a subscription that decide which others it can share results with. */
type OperationTraits = {
  readonly rootField: FieldNode;
  /** Variables that only set the start and do not change the result of an event. */
  readonly startVariables: ReadonlySet<string>;
  /** Whether it selects only data of the events themselves, so that the result does not depend on the viewer. */
  readonly isImpersonal: boolean;
  /** Number that identifies its document. */
  readonly documentNumber: number;
};

const START_ARGUMENT = 'after';
const known = new WeakMap<DocumentNode, Map<string, OperationTraits | null>>();
let documents = 0;

/** Analyses each document once: the same text is parsed once, so it is the same object each time. */
export function analyseOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: Maybe<string>,
): OperationTraits | null {
  const byName = known.get(document) ?? new Map<string, OperationTraits | null>();
  known.set(document, byName);
  const name = operationName ?? '';
  const seen = byName.get(name);
  if (seen !== undefined) return seen;
  const operation = getOperationAST(document, operationName);
  const rootField = operation == null ? null : firstField(document, operation.selectionSet);
  const traits =
    operation == null || rootField === null ? null : traitsOf(schema, document, operation, rootField);
  byName.set(name, traits);
  return traits;
}

function traitsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootField: FieldNode,
): OperationTraits {
  documents += 1;
  return {
    rootField,
    startVariables: startVariables(document, rootField),
    isImpersonal: isImpersonal(schema, document, operation),
    documentNumber: documents,
  };
}

function firstField(document: DocumentNode, { selections }: SelectionSetNode): FieldNode | null {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection;
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragment(document, selection.name.value);
    const found = inner === null ? null : firstField(document, inner);
    if (found !== null) return found;
  }
  return null;
}

function fragment(document: DocumentNode, name: string): SelectionSetNode | null {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name)
      return definition.selectionSet;
  }
  return null;
}

/** Finds the variables given to `after` and to no other argument. */
function startVariables(document: DocumentNode, rootField: FieldNode): ReadonlySet<string> {
  const start = rootField.arguments?.find(({ name }) => name.value === START_ARGUMENT)?.value;
  if (start?.kind !== Kind.VARIABLE) return new Set();
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      if (name.value === start.name.value) uses += 1;
    },
  });
  return uses === 1 ? new Set([start.name.value]) : new Set();
}

function isImpersonal(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const types = new TypeInfo(schema);
  let reachesFurther = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: (node) => (node === operation ? undefined : false),
      Field: () => {
        const isRoot = types.getParentType() === schema.getSubscriptionType();
        const type = getNamedType(types.getType());
        if (!isRoot && (type == null || isCompositeType(type))) reachesFurther = true;
      },
    }),
  );
  return !reachesFurther;
}

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
    onResultProcess({ request, result, resultProcessor, acceptableMediaTypes, setResultProcessor }) {
      const naming = readEventNaming(request);
      const isLeftToYoga = naming === 'next' || !acceptableMediaTypes.includes(EVENT_STREAM);
      const stream =
        streams.get(request) ?? (isLeftToYoga ? undefined : toResultSource(result, options.maskError));
      if (stream === undefined || resultProcessor === undefined) return;
      setResultProcessor(
        (_result, { Response: Answer }) => createSseResponse(stream, result, { heart, naming, Answer }),
        EVENT_STREAM,
      );
    },
  };
}

const EVENT_STREAM = 'text/event-stream';

/** Reads whether a request asks for unnamed events with `?events=message`. */
function readEventNaming({ url }: Request): EventNaming {
  return new URL(url).searchParams.get('events') === 'message' ? 'message' : 'next';
}

/** Gives a single result, or those of a stream that is not live, to a transport. */
function toResultSource(result: unknown, maskError: MaskError): ResultSource {
  const results = (isIterable(result) ? result : [result]) as AsyncIterable<ExecutionResult>;
  const iterator = iterate(results, maskError);
  return {
    isToBeResumed: false,
    nextResults: async () => {
      const { done, value } = await iterator.next();
      return done === true ? null : [new LiveResult(value, null)];
    },
    stop: () => void iterator.return(undefined),
  };
}

/** Iterates results with their errors as clients see them. Ends with the error when the stream fails. */
async function* iterate(
  results: AsyncIterable<ExecutionResult>,
  maskError: MaskError,
): AsyncGenerator<ExecutionResult, void> {
  try {
    for await (const result of results) yield toClientResult(result, maskError);
  } catch (error) {
    const masked = maskError(error);
    yield { errors: [masked instanceof GraphQLError ? masked : new GraphQLError(masked.message)] };
  }
}

function isIterable(value: unknown): boolean {
  return isObject(value) && Symbol.asyncIterator in value;
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
  const told = (result: ExecutionResult): ExecutionResult => toClientResult(result, maskError);
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

function toClientResult(result: ExecutionResult, maskError: MaskError): ExecutionResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => shown(error, maskError)) };
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
