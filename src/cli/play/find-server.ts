import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../terminal.ts';
import { ServerLostError } from './api.ts';
import { printLines } from './render.ts';
import { PATIENCE } from './tell-turn.ts';

/** Waits for a server that is being restarted: true once it answers, false when the person leaves meanwhile. */
export async function findServer(
  lost: ServerLostError,
  probe: () => Promise<unknown>,
  terminal: Terminal,
  leaving: AbortSignal,
): Promise<boolean> {
  printLines(`${lost.message} Looking for it …`, terminal);
  for (const seconds of PATIENCE) {
    await sleep(seconds * 1000, undefined, { signal: leaving }).catch(() => {});
    if (leaving.aborted) return false;
    const isBack = await probe().then(
      () => true,
      (again: unknown) => !(again instanceof ServerLostError),
    );
    if (!isBack) continue;
    terminal.print('It is back.\n');
    return true;
  }
  throw lost;
}
