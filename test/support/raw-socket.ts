import WebSocket from 'ws';

export type Heard = { readonly type: string; readonly id?: string; readonly payload?: unknown };

/** A WebSocket that has been acknowledged, and everything it hears. */
export async function openSocket(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const heard: Heard[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message: Heard = JSON.parse(String(data));
      heard.push(message);
      if (message.type === 'connection_ack') resolve();
    });
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
  });
  return {
    heard,
    closed,
    send: (message: object) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
}
