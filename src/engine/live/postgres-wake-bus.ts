import type { WakeChannel } from '#engine/store/wake-channel.ts';
import { memoryWakeBus, type WakeBus } from './wake-bus.ts';

/** A notification of PostgreSQL holds less than 8,000 bytes; an id of a session has 36. */
const MOST_SESSIONS = 200;

/**
 * Wakes readers of this process at once and those of other servers by way of the database. While one
 * notification is on its way, the sessions that follow wait for the next and share it.
 */
export function postgresWakeBus(channel: WakeChannel, nodeId: string): WakeBus {
  const here = memoryWakeBus();
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
      // A lost wake loses nothing: readers elsewhere look again by themselves.
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
