import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Opened } from './measured-server.ts';

export type Transport = 'SSE' | 'WebSocket';

/** What arrived: how many events, and how long each took from being told to being here. */
export type Arrivals = { events: number; readonly delays: number[] };

export type Subscribers = { readonly arrivals: Arrivals; readonly close: () => void };

const TOLD_AT = /"text":"(\d+\.\d+) /g;

/** Opens so many subscribers; resolves when all of them are connected and have asked. */
export async function openSubscribers(
  transport: Transport,
  count: number,
  server: Opened,
): Promise<Subscribers> {
  const arrivals: Arrivals = { events: 0, delays: [] };
  const open = transport === 'SSE' ? openSse : openWebSocket;
  const closers: (() => void)[] = [];
  // A few at a time: a thousand handshakes at once would overflow the queue of the port.
  for (let opened = 0; opened < count; opened += 50) {
    const batch = Array.from({ length: Math.min(50, count - opened) }, () => open(server, arrivals));
    closers.push(...(await Promise.all(batch)));
  }
  return { arrivals, close: () => closers.map((close) => close()) };
}

function note(text: string, arrivals: Arrivals): void {
  for (const match of text.matchAll(TOLD_AT)) {
    arrivals.events += 1;
    arrivals.delays.push(performance.timeOrigin + performance.now() - Number(match[1]));
  }
}

async function openSse({ url, query, variables }: Opened, arrivals: Arrivals): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ query, variables });
  const socket: Socket = connect(Number(port), hostname);
  let rest = '';
  await once(socket, 'connect');
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await once(socket, 'data');
  socket.on('data', (chunk) => {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n\n');
    rest = end === -1 ? text : text.slice(end);
    if (end !== -1) note(text.slice(0, end), arrivals);
  });
  return () => socket.destroy();
}

async function openWebSocket({ url, query, variables }: Opened, arrivals: Arrivals): Promise<() => void> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
  socket.on('message', (data) => note(String(data), arrivals));
  return () => socket.terminate();
}
