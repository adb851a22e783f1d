/** Why a reader is woken: an event was announced in this process, or there may be one that was not. */
export type Wake = 'announced' | 'look-again';
export type OnWake = (wake: Wake) => void;

/**
 * Wakes readers of a session's log; carries nothing else. A wake may be lost or doubled: the log is the truth,
 * and readers look at it now and then anyway. `memoryWakeBus` reaches this process, `postgresWakeBus` every
 * server on one database; another carrier (Redis) has to keep this contract and no other.
 */
export type WakeBus = {
  readonly wake: (sessionId: string, wake?: Wake) => void;
  /** Wakes every reader there is: wakes may have been lost. */
  readonly wakeAll: () => void;
  /** Calls `onWake` at every wake of the session until the returned function is called. */
  readonly listen: (sessionId: string, onWake: OnWake) => () => void;
  readonly close: () => Promise<void>;
};

/** Wakes readers of this process. */
export function memoryWakeBus(): WakeBus {
  const listeners = new Map<string, Set<OnWake>>();
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
