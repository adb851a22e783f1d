import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { isStoreAway, isStoreUnwritable, isTextRefused } from '#engine/store/store-errors.ts';
import { ANONYMOUS_VIEWER, type Viewer } from './access/viewer.ts';
import { type Context, createContextFactory, type Engine } from './context.ts';
import type { ApiPart } from './endpoints.ts';
import { createProtectionPlugins, LOCAL_PROTECTION, type Protection } from './protection.ts';
import { gameSchema, schema } from './schema.ts';
import { useCompression } from './transport/compression.ts';
import { useLiveStreams } from './transport/use-live-streams.ts';
import { useTrustedDocuments } from './trusted-documents.ts';

/**
 * Creates the mask of errors. An error made for the client passes. For any other the client gets an id, and the log holds the
 * error under that id.
 */
function createErrorMask(log: Pick<ApiLog, 'error' | 'warn'>) {
  return (error: unknown, message: string): Error => {
    if (isMeantForClients(error)) return error;
    const place = error instanceof GraphQLError ? error : null;
    const foreseen = explainStoreError(innermost(error));
    if (foreseen !== null) {
      log.warn({ err: innermost(error) }, foreseen.message);
      const { message: sentence, code } = foreseen;
      return new GraphQLError(sentence, {
        nodes: place?.nodes ?? null,
        path: place?.path ?? null,
        extensions: { code },
      });
    }
    const errorId = randomUUID();
    log.error({ errorId, err: innermost(error) }, 'an operation failed by a bug');
    return new GraphQLError(`${message} It is logged as ${errorId}.`, {
      nodes: place?.nodes ?? null,
      path: place?.path ?? null,
      // `unexpected` tells Yoga that this is no fault of the request.
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId, unexpected: true },
    });
  };
}

/** Returns the message and code for an error of the database that a client can do something about; null for any other. */
function explainStoreError(error: unknown): { readonly message: string; readonly code: string } | null {
  if (isTextRefused(error)) {
    return { code: 'BAD_USER_INPUT', message: 'A text holds characters that are no text; leave them out.' };
  }
  if (isStoreUnwritable(error)) {
    const message = 'The server cannot save just now: its disk is full or can only be read. Try again later.';
    return { code: 'STORE_UNAVAILABLE', message };
  }
  if (!isStoreAway(error)) return null;
  return { code: 'STORE_UNAVAILABLE', message: 'The database is away just now. Try again in a few seconds.' };
}

function isMeantForClients(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError === undefined || isMeantForClients(error.originalError);
}

function innermost(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? innermost(error.originalError)
    : error;
}

/** Both addresses of the API, as a pattern: see `endpoints.ts`. */
const PATHS = '/graphql{/authoring}?{/}?';

/** Logger of the API; a pino logger fits. */
export type ApiLog = {
  readonly debug: (...parts: unknown[]) => void;
  readonly info: (...parts: unknown[]) => void;
  readonly warn: (...parts: unknown[]) => void;
  readonly error: (...parts: unknown[]) => void;
};

/**
 * Values that transports pass with an operation. Without a viewer the operation is anonymous and may do nothing; without a part it
 * is for the schema of game clients. Documents of the server itself need not be among the trusted ones.
 */
type Asked = { readonly viewer?: Viewer; readonly part?: ApiPart; readonly isOwnDocument?: true };

/** Chooses the schema by the address of the request. Limits and caches are shared by both. */
const useSchemaOfPart: Plugin<Asked> = {
  onEnveloped({ context, setSchema }) {
    setSchema(context?.part === 'authoring' ? schema : gameSchema);
  },
};

/** Creates the API over HTTP: queries and mutations as JSON, subscriptions as server-sent events. */
export function createYogaServer(engine: Engine, log: ApiLog, protection: Protection = LOCAL_PROTECTION) {
  const maskError = createErrorMask(log);
  const createViewerContext = createContextFactory(engine, protection);
  return createYoga<Asked, Context>({
    graphqlEndpoint: PATHS,
    landingPage: false,
    batching: false,
    cors: (request) => corsFor(request.headers.get('origin'), protection),
    multipart: false,
    maxRequestBodySize: protection.limits.bodyBytes,
    extraParamNames: ['documentId'],
    plugins: [
      useSchemaOfPart,
      useLiveStreams({ maskError: (error) => maskError(error, 'Unexpected error.') }),
      useTrustedDocuments(protection.documents),
      ...createProtectionPlugins(protection),
      useCompression(),
    ],
    maskedErrors: { maskError },
    logging: withoutMasked(log),
    context: ({ viewer = ANONYMOUS_VIEWER }) => createViewerContext(viewer),
    graphiql: false,
  });
}

/** Returns the CORS headers. Pages of other origins get no permission to read; the server has refused them before. */
function corsFor(origin: string | null, { allowsOrigin }: Protection) {
  if (origin === null || !allowsOrigin(origin)) return false;
  return { origin: [origin], methods: ['GET', 'POST', 'OPTIONS'], credentials: false, maxAge: 600 };
}

/** Drops masked errors from Yoga's log, because the mask has logged them under their id. */
function withoutMasked(log: ApiLog): ApiLog {
  return {
    ...log,
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: (...parts) => {
      if (!(parts.length === 1 && parts[0] instanceof Error)) log.error(...parts);
    },
  };
}

export type Yoga = ReturnType<typeof createYogaServer>;
