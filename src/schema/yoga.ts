import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { ANONYMOUS_VIEWER, type Viewer } from './access/viewer.ts';
import { type Context, createContext, type Engine } from './context.ts';
import type { ApiPart } from './endpoints.ts';
import { createCampaignUploads } from './input/campaign-uploads.ts';
import { createProtectionPlugins, LOCAL_PROTECTION, type Protection } from './protection.ts';
import { gameSchema, schema } from './schema.ts';
import { useCompression } from './transport/compression.ts';
import { useLiveStreams } from './transport/use-live-streams.ts';
import { useTrustedDocuments } from './trusted-documents.ts';
import { withTurnAllowance } from './turn-allowance.ts';

/**
 * Creates the mask of errors. An error made for the client passes. For any other the client gets an id, and the log holds the
 * error under that id.
 */
function createErrorMask(log: Pick<ApiLog, 'error'>) {
  return (error: unknown, message: string): Error => {
    if (isMeantForClients(error)) return error;
    const errorId = randomUUID();
    log.error({ errorId, err: innermost(error) }, 'an operation failed by a bug');
    const place = error instanceof GraphQLError ? error : null;
    return new GraphQLError(`${message} It is logged as ${errorId}.`, {
      nodes: place?.nodes ?? null,
      path: place?.path ?? null,
      // `unexpected` tells Yoga that this is no fault of the request.
      extensions: { code: 'INTERNAL_SERVER_ERROR', errorId, unexpected: true },
    });
  };
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
 * is for the schema of game clients.
 */
type Asked = { readonly viewer?: Viewer; readonly part?: ApiPart };

/** Chooses the schema by the address of the request. Limits and caches are shared by both. */
const useSchemaOfPart: Plugin<Asked> = {
  onEnveloped({ context, setSchema }) {
    setSchema(context?.part === 'authoring' ? schema : gameSchema);
  },
};

/** Creates the API over HTTP: queries and mutations as JSON, subscriptions as server-sent events. */
export function createYogaServer(engine: Engine, log: ApiLog, protection: Protection = LOCAL_PROTECTION) {
  const maskError = createErrorMask(log);
  const shared = { ...engine, uploads: createCampaignUploads(engine.clock) };
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
    context: ({ viewer = ANONYMOUS_VIEWER }) =>
      createContext(withTurnAllowance(shared, protection, viewer.id), viewer),
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
