import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A balancer without stickiness: every request goes to the next server, and to another one when that does not answer at all. */
export async function startRoundRobinProxy() {
  const targets: (string | null)[] = [];
  let next = 0;
  const server = createServer((incoming, answer) => {
    const pick = (): string | null => {
      for (let tries = 0; tries < targets.length; tries += 1) {
        next += 1;
        const target = targets[next % targets.length];
        if (target != null) return target;
      }
      return null;
    };
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => pass(targets.length));
    const pass = (triesLeft: number): void => {
      const target = pick();
      if (target === null || triesLeft === 0) return void answer.writeHead(502).end();
      const { hostname, port } = new URL(target);
      const { method, url: path, headers } = incoming;
      let isConnected = false;
      const onward = send({ hostname, port, method, path, headers, agent: false }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
        reply.on('error', () => answer.destroy());
      });
      onward.on('socket', (socket) => socket.on('connect', () => (isConnected = true)));
      // A request that reached a server is not sent again: it may have been carried out.
      onward.on('error', () => (isConnected ? answer.destroy() : pass(triesLeft - 1)));
      answer.on('close', () => onward.destroy());
      onward.end(Buffer.concat(body));
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Puts a server into the rotation; null takes it out. */
    setTarget: (place: number, url: string | null) => {
      targets[place] = url;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
