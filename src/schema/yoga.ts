import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { createYoga } from 'graphql-yoga';
import { NOBODY, type Viewer } from './access/viewer.ts';
import { campaignUploads } from './campaign-uploads.ts';
import { type Context, contextFor, type Engine } from './context.ts';
import { exampleTabs } from './example-tabs.ts';
import { useTrustedDocuments } from './limits/use-trusted-documents.ts';
import { useLiveStreams } from './live/use-live-streams.ts';
import { errorMask } from './mask-error.ts';
import { LOCAL_PROTECTION, type Protection, protectionPlugins } from './protection.ts';
import { schema } from './schema.ts';
import { withinAllowance } from './within-allowance.ts';

const PATH = '/graphql';

/** What the log of the API needs of a logger; a pino logger fits. */
export type ApiLog = {
  readonly debug: (...parts: unknown[]) => void;
  readonly info: (...parts: unknown[]) => void;
  readonly warn: (...parts: unknown[]) => void;
  readonly error: (...parts: unknown[]) => void;
};

/** What transports hand over with an operation. Whoever is not named is nobody, who may do nothing. */
type Asked = { readonly viewer?: Viewer };

/** The API over HTTP: queries and mutations as JSON, subscriptions as server-sent events, GraphiQL for people. */
export function yogaFor(engine: Engine, log: ApiLog, protection: Protection = LOCAL_PROTECTION) {
  const maskError = errorMask(log);
  const shared = { ...engine, uploads: campaignUploads(engine.clock) };
  return createYoga<Asked, Context>({
    schema,
    graphqlEndpoint: PATH,
    landingPage: false,
    batching: false,
    cors: (request) => corsFor(request.headers.get('origin'), protection),
    multipart: false,
    maxRequestBodySize: protection.limits.bodyBytes,
    extraParamNames: ['documentId'],
    plugins: [
      useLiveStreams({ maskError: (error) => maskError(error, 'Unexpected error.') }),
      useTrustedDocuments(protection.documents),
      ...protectionPlugins(protection),
    ],
    maskedErrors: { maskError },
    logging: withoutMasked(log),
    context: ({ viewer = NOBODY }) => contextFor(withinAllowance(shared, protection, viewer.id), viewer),
    renderGraphiQL,
    graphiql: {
      title: 'Scenewright',
      subscriptionsProtocol: 'SSE',
      defaultTabs: exampleTabs(),
    },
  });
}

/** Pages of origins that are not allowed get no permission to read; the door has turned them away before. */
function corsFor(origin: string | null, { allowsOrigin }: Protection) {
  if (origin === null || !allowsOrigin(origin)) return false;
  return { origin: [origin], methods: ['GET', 'POST', 'OPTIONS'], credentials: false, maxAge: 600 };
}

/** Yoga logs what it masks once more; the mask has written it already, under its id. */
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

export type Yoga = ReturnType<typeof yogaFor>;
