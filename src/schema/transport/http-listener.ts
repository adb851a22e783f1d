import type { Server } from 'node:http';

export type ListenAddress = { readonly host: string; readonly port: number };

/** Makes a server listen and gives its address, or fails as listening failed. */
export function listenOnAddress(server: Server, { host, port }: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(addressOf(server));
    });
  });
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/**
 * How long a server waits for a client. An idle connection is kept longer than the minute proxies and clients keep theirs: when the
 * server hangs up first, a request may already be on its way and is answered with a reset. Requests are small, so they have to arrive
 * soon; a client that dribbles them only holds a connection. Answers and streams may take as long as they like.
 */
export function applyConnectionTimeouts(server: Server): Server {
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 60_000;
  return server;
}
