import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataInUseError, lockForThisProcess } from './sqlite/single-process-lock.ts';

const RunningServer = z.object({ address: z.url({ protocol: /^https?$/ }), needsToken: z.boolean() });

/** A server that works on a data folder: where programs on the same machine reach it, and whether it asks who they are. */
export type RunningServer = z.infer<typeof RunningServer>;

const LOCK = 'scenewright.lock';
const ADDRESS = 'server.json';

/**
 * Takes the data folder for this process, until the returned function is called. The address file belongs to the process that holds
 * the lock: one that a killed server left behind is removed first.
 */
export function lockDataFolder(dataFolder: string): () => void {
  const unlock = lockForThisProcess(join(dataFolder, LOCK), dataFolder);
  removeServerAddress(dataFolder);
  return () => {
    removeServerAddress(dataFolder);
    unlock();
  };
}

/** Tells other programs of this machine where the server of a data folder listens. Only the holder of the lock may call it. */
export function writeServerAddress(dataFolder: string, { address, needsToken }: RunningServer): void {
  const [file, draft] = [join(dataFolder, ADDRESS), join(dataFolder, `${ADDRESS}.new`)];
  const text = JSON.stringify({ address: toReachableAddress(address), needsToken });
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns the server that holds a data folder; null when the folder is free or its holder serves nobody. */
export function readServerAddress(dataFolder: string): RunningServer | null {
  const text = readOrNull(join(dataFolder, ADDRESS));
  if (text === null || !isLocked(dataFolder)) return null;
  const read = RunningServer.safeParse(parseOrNull(text));
  return read.success ? read.data : null;
}

export function removeServerAddress(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, ADDRESS), { force: true });
  } catch {
    // A folder that cannot be written is refused by the store, with a better sentence.
  }
}

function isLocked(dataFolder: string): boolean {
  try {
    lockForThisProcess(join(dataFolder, LOCK), dataFolder)();
    return false;
  } catch (error) {
    if (error instanceof DataInUseError) return true;
    throw error;
  }
}

/** A server that listens on every address of the machine is reached by loopback. */
function toReachableAddress(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
