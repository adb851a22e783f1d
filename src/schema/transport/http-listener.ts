import type { Server } from 'node:http';

export type ListenAddress = { readonly host: string; readonly port: number };

/** Makes a server listen and returns its address. Rejects with the error of listening. */
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
 * Sets how long a server waits for a client. Keeps an idle connection longer than the minute of proxies and clients. If the
 * server closed first, a request already sent would be answered with a reset. Requests are small and have to arrive soon; a slow
 * sender only holds a connection. Answers and streams have no time limit.
 */
export function applyConnectionTimeouts(server: Server): Server {
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 20_000;
  server.requestTimeout = 60_000;
  return server;
}
