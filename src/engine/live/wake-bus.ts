import type { WakeChannel } from '#engine/store/wake-channel.ts';

/** Why a reader is woken: an event was announced in this process, or there may be one that was not. */
type WakeReason = 'announced' | 'look-again';
export type WakeListener = (wake: WakeReason) => void;

/**
 * Wakes readers of a session's log; carries nothing else. A wake may be lost or doubled: the log decides, and readers
 * read it periodically anyway. `createMemoryWakeBus` reaches this process, `createPostgresWakeBus` every server on
 * one database. Another carrier (Redis) has to keep this contract and no other.
 */
export type WakeBus = {
  readonly wake: (sessionId: string, wake?: WakeReason) => void;
  /** Wakes every reader there is: wakes may have been lost. */
  readonly wakeAll: () => void;
  /** Calls `onWake` at every wake of the session until the returned function is called. */
  readonly listen: (sessionId: string, onWake: WakeListener) => () => void;
  readonly close: () => Promise<void>;
};

/** Wakes readers of this process. */
export function createMemoryWakeBus(): WakeBus {
  const listeners = new Map<string, Set<WakeListener>>();
  return {
    wake(sessionId, wake = 'announced') {
      for (const onWake of listeners.get(sessionId) ?? []) onWake(wake);
    },
    wakeAll() {
      for (const own of listeners.values()) for (const onWake of own) onWake('look-again');
    },
    listen(sessionId, onWake) {
      const own = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, own.add(onWake));
      return () => {
        own.delete(onWake);
        if (own.size === 0 && listeners.get(sessionId) === own) listeners.delete(sessionId);
      };
    },
    close: async () => listeners.clear(),
  };
}

/** A notification of PostgreSQL holds less than 8,000 bytes; an id of a session has 36. */
const MOST_SESSIONS = 200;

/**
 * Wakes readers of this process at once and those of other servers by way of the database. While one
 * notification is on its way, the sessions that follow wait for the next and share it.
 */
export function createPostgresWakeBus(channel: WakeChannel, nodeId: string): WakeBus {
  const here = createMemoryWakeBus();
  const waiting = new Set<string>();
  let sending: Promise<void> | null = null;
  const listening = channel.listen({
    onMessage: (message) => {
      const [sender, ...sessionIds] = message.split(' ');
      if (sender === nodeId) return;
      for (const sessionId of sessionIds) here.wake(sessionId, 'look-again');
    },
    onReturn: here.wakeAll,
  });

  const send = async (): Promise<void> => {
    while (waiting.size > 0) {
      const sessionIds = [...waiting].slice(0, MOST_SESSIONS);
      for (const sessionId of sessionIds) waiting.delete(sessionId);
      // A lost wake loses nothing: readers on other servers read the log periodically.
      await channel.notify([nodeId, ...sessionIds].join(' ')).catch(() => {});
    }
    sending = null;
  };

  return {
    ...here,
    wake(sessionId) {
      here.wake(sessionId);
      waiting.add(sessionId);
      sending ??= send();
    },
    close: async () => {
      await sending;
      await listening.stop();
      await here.close();
    },
  };
}
