import type { Server } from 'node:http';

export type Place = { readonly host: string; readonly port: number };

/** Makes a server listen and gives its address, or fails as listening failed. */
export function bind(server: Server, { host, port }: Place): Promise<string> {
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
