import { drained } from './drained.ts';
import type { Wired } from './pump-to-websocket.ts';

/** As much may wait for a client before it is heard again. */
const UNREAD_BYTES = 1024 * 1024;

/**
 * Every message and every ping is answered. A client that goes on asking without reading would fill the memory with answers: it is
 * not listened to until it has read. One that never does is cut off as soon as it has missed a ping of the server.
 */
export function listenWhileHeard({ socket, wire }: Wired): void {
  const heed = (): void => {
    if (socket.isPaused || socket.bufferedAmount <= UNREAD_BYTES) return;
    socket.pause();
    void drained(wire).then(() => socket.resume());
  };
  socket.on('message', heed).on('ping', heed);
}
