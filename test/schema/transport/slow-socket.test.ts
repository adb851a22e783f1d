import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveStream } from '../../../src/schema/transport/live-stream.ts';
import {
  pauseReadingWhileBlocked,
  pumpToWebSocket,
  waitForDrain,
} from '../../../src/schema/transport/pump-to-websocket.ts';

/** A connection whose other end reads only when it is told to. */
function stalled() {
  const unread: (() => void)[] = [];
  const wire = new Duplex({
    writableHighWaterMark: 1_000,
    read: () => {},
    write: (_chunk, _encoding, done) => void unread.push(done),
  });
  const readAll = async (): Promise<void> => {
    // An endless stream fills it again as soon as it is read.
    for (let times = 0; times < 10; times += 1) {
      unread.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { wire, readAll };
}

/** As much of a WebSocket as is used here. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  bufferedAmount = 0;
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
}
// Nothing else of a socket is touched.
const asSocket = (fake: FakeSocket): WebSocket => fake as unknown as WebSocket;

/** A stream that always has another result, and counts how often it was asked. */
function endless() {
  const counts = { asked: 0, stopped: 0 };
  const stream = {
    isToBeResumed: false,
    nextResults: async () => {
      counts.asked += 1;
      return [{ bytes: Buffer.alloc(600, 'x') }];
    },
    stop: () => {
      counts.stopped += 1;
    },
  };
  return { counts, stream: stream as unknown as LiveStream };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it('takes nothing more out of a stream while the client does not read, and goes on when it does', async () => {
  const { wire, readAll } = stalled();
  const { counts, stream } = endless();
  const socket = new FakeSocket();
  const pumping = pumpToWebSocket(stream, null, { socket: asSocket(socket), wire }, 'a').next();
  await settled();
  const held = wire.writableLength;

  expect(counts.asked).toBe(2);
  expect(held).toBeLessThan(3_000);
  await readAll();
  await expect.poll(() => counts.asked).toBeGreaterThan(2);
  socket.readyState = 2;
  await readAll();
  expect(await pumping).toMatchObject({ done: true });
  expect(counts.stopped).toBe(1);
});

it('lets go of a stream whose connection is cut while it waits', async () => {
  const { wire } = stalled();
  const { counts, stream } = endless();
  const socket = new FakeSocket();
  const pumping = pumpToWebSocket(stream, null, { socket: asSocket(socket), wire }, 'a').next();
  await settled();
  socket.readyState = 3;
  wire.destroy();

  expect(await pumping).toMatchObject({ done: true });
  expect(counts.stopped).toBe(1);
  expect([wire.listenerCount('drain'), wire.listenerCount('close')]).toEqual([0, 0]);
});

it('waits with one pair of listeners for however many subscriptions there are', async () => {
  const { wire, readAll } = stalled();
  wire.write(Buffer.alloc(2_000));
  const before = wire.listenerCount('close');
  const all = Array.from({ length: 50 }, () => waitForDrain(wire));

  expect([wire.listenerCount('drain'), wire.listenerCount('close')]).toEqual([1, before + 1]);
  await readAll();
  await Promise.all(all);
  expect([wire.listenerCount('drain'), wire.listenerCount('close')]).toEqual([0, before]);
});

it.each(['message', 'ping'])(
  'does not listen to a client that sends a %s and reads no answers, until it has',
  async (event) => {
    const { wire, readAll } = stalled();
    const socket = new FakeSocket();
    pauseReadingWhileBlocked({ socket: asSocket(socket), wire });
    socket.emit(event);
    expect(socket.isPaused).toBe(false);
    wire.write(Buffer.alloc(2_000));
    socket.bufferedAmount = 2_000_000;
    socket.emit(event);

    expect(socket.isPaused).toBe(true);
    await readAll();
    await settled();
    expect(socket.isPaused).toBe(false);
  },
);
