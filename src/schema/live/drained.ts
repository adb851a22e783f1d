import type { Duplex } from 'node:stream';

const waiting = new WeakMap<Duplex, Promise<void>>();

/**
 * Resolves when what was written has left the process, or when the connection is closed. Everybody who waits for one connection shares
 * one pair of listeners: there may be as many as it has subscriptions.
 */
export function drained(wire: Duplex): Promise<void> {
  if (wire.destroyed) return Promise.resolve();
  const known = waiting.get(wire);
  if (known !== undefined) return known;
  const draining = new Promise<void>((resolve) => {
    const done = (): void => {
      wire.off('drain', done).off('close', done);
      waiting.delete(wire);
      resolve();
    };
    wire.on('drain', done).on('close', done);
  });
  waiting.set(wire, draining);
  return draining;
}
