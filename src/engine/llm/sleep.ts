import { setTimeout as delay } from 'node:timers/promises';
import type { Sleep } from './retry.ts';

/** Real waiting. */
export const sleep: Sleep = async (milliseconds, signal) => {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
};
