import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const LAST_BYTES_MILLISECONDS = 30;

type Options = {
  /** After how many bytes of an answer a connection is cut. Connections carry one answer each. Without it only `sever` cuts. */
  readonly bytes?: number;
};

/** Stands between a client and a server and cuts every connection after a while, as bad networks do. */
export async function startSeveringProxy(target: string, { bytes = Number.POSITIVE_INFINITY }: Options = {}) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let severed = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let passed = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      const room = bytes - passed;
      passed += chunk.length;
      if (chunk.length < room) return client.write(chunk);
      severed += 1;
      upstream.destroy();
      // Stock clients keep whole events back while half a line is behind them, so the cut is made between two.
      client.write(chunk.subarray(0, chunk.lastIndexOf('\n\n', room) + 2));
      // What has arrived is read; only then does the line go dead.
      setTimeout(() => client.destroy(), LAST_BYTES_MILLISECONDS);
    });
    upstream.on('end', () => client.end());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    severed: () => severed,
    /** Cuts every open connection at once; new ones are let through. */
    sever: () => {
      severed += 1;
      for (const socket of open) socket.destroy();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
