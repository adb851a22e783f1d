import type { Server } from 'node:http';

/**
 * How long a server waits for a client. An idle connection is kept longer than the minute proxies and clients keep theirs: when the
 * server hangs up first, a request may already be on its way and is answered with a reset. Requests are small, so they have to arrive
 * soon; a client that dribbles them only holds a connection. Answers and streams may take as long as they like.
 */
export function withPatience(server: Server): Server {
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 60_000;
  return server;
}
