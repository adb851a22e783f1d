import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { encodeTextFrame } from '../../../src/schema/transport/pump-to-websocket.ts';

it('writes frames of every length as a stock client reads them, between those of the socket itself', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
  const texts = lengths.map((length) => 'é'.repeat(length / 2) + 'x'.repeat(length % 2));
  const sockets = new WebSocketServer({ port: 0, perMessageDeflate: false });
  await new Promise((resolve) => sockets.on('listening', resolve));
  sockets.on('connection', (socket, { socket: wire }) => {
    for (const text of texts) {
      wire.write(encodeTextFrame([Buffer.from('['), Buffer.from(text), Buffer.from(']')]));
      socket.send('between');
    }
    socket.close();
  });
  const { port } = sockets.address() as { port: number };
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const heard: string[] = [];
  client.on('message', (data, isBinary) => heard.push(isBinary ? 'binary' : String(data)));
  const code = await new Promise((resolve) => client.on('close', resolve));

  expect(code).toBe(1005);
  expect(heard).toEqual(texts.flatMap((text) => [`[${text}]`, 'between']));
  sockets.close();
});
