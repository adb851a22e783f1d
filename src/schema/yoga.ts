import { readFileSync } from 'node:fs';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { createYoga } from 'graphql-yoga';
import { type Context, contextFor, type Engine } from './context.ts';
import { schema } from './schema.ts';

const PATH = '/graphql';

/** What the log of the API needs of a logger; a pino logger fits. */
export type ApiLog = {
  readonly debug: (...parts: unknown[]) => void;
  readonly info: (...parts: unknown[]) => void;
  readonly warn: (...parts: unknown[]) => void;
  readonly error: (...parts: unknown[]) => void;
};

/** The API over HTTP: queries and mutations as JSON, subscriptions as server-sent events, GraphiQL for people. */
export function yogaFor(engine: Engine, log: ApiLog) {
  return createYoga<object, Context>({
    schema,
    graphqlEndpoint: PATH,
    landingPage: false,
    batching: false,
    // Other web pages have no business with a server that acts for whoever sits at this machine.
    cors: false,
    multipart: false,
    logging: log,
    context: () => contextFor(engine),
    renderGraphiQL,
    graphiql: {
      title: 'Scenewright',
      subscriptionsProtocol: 'SSE',
      defaultQuery: readFileSync(new URL('./first-session.graphql', import.meta.url), 'utf8'),
    },
  });
}

export type Yoga = ReturnType<typeof yogaFor>;
