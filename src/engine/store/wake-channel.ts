import { setTimeout as pause } from 'node:timers/promises';

/** Short messages between the servers on one database. They may be lost; nothing but a hint may travel this way. */
export type WakeChannel = {
  /** Sends one message to every server that listens, this one included. */
  readonly notify: (message: string) => Promise<void>;
  /**
   * Calls `onMessage` for what arrives. After a lost connection it listens again by itself; `onReturn` is then
   * called, because messages may have been missed.
   */
  readonly listen: (handlers: WakeHandlers) => { readonly stop: () => Promise<void> };
};

export type WakeHandlers = {
  readonly onMessage: (message: string) => void;
  readonly onReturn: () => void;
};

/** Methods needed of a `pg` connection. */
export type ListeningClient = {
  readonly query: (sql: string, values?: unknown[]) => Promise<unknown>;
  readonly on: (event: 'notification' | 'error' | 'end', listener: (given: Notification) => void) => unknown;
  readonly release: (destroy: boolean) => void;
};
type Notification = { readonly payload?: string };

const CHANNEL = 'scenewright_wakes';
const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/** Creates a channel over PostgreSQL's LISTEN and NOTIFY, on one dedicated connection taken with `connect`. */
export function createWakeChannel(
  connect: () => Promise<ListeningClient>,
  execute: (sql: string, values: readonly string[]) => Promise<unknown>,
): WakeChannel {
  return {
    notify: async (message) => {
      await execute(`select pg_notify('${CHANNEL}', ?)`, [message]);
    },
    listen: (handlers) => {
      const stopping = new AbortController();
      const listening = keepListening(connect, handlers, stopping.signal);
      return {
        stop: async () => {
          stopping.abort();
          await listening;
        },
      };
    },
  };
}

async function keepListening(
  connect: () => Promise<ListeningClient>,
  { onMessage, onReturn }: WakeHandlers,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_PAUSE_MILLISECONDS;
  while (!signal.aborted) {
    try {
      const client = await connect();
      await listenUntilLost(client, onMessage, signal, () => {
        wait = FIRST_PAUSE_MILLISECONDS;
        onReturn();
      });
    } catch {
      // The database is unreachable for now. Readers read the log periodically until it is back.
    }
    await pause(wait, undefined, { signal, ref: false }).catch(() => {});
    wait = Math.min(LONGEST_PAUSE_MILLISECONDS, wait * 2);
  }
}

async function listenUntilLost(
  client: ListeningClient,
  onMessage: (message: string) => void,
  signal: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  client.on('error', () => resolve());
  client.on('end', () => resolve());
  const onAbort = () => resolve();
  signal.addEventListener('abort', onAbort);
  try {
    await client.query(`listen ${CHANNEL}`);
    onListening();
    if (!signal.aborted) await lost;
  } finally {
    signal.removeEventListener('abort', onAbort);
    client.release(true);
  }
}
