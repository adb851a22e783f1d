import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJsonOrNull } from '#engine/util/canonical-json.ts';
import { lockFile } from '#engine/util/lock-file.ts';
import { readSqliteCode } from './store-errors.ts';

/** Another process already works on this data folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

/** Locks the SQLite file for this process; one process per file. */
function lockForThisProcess(file: string, dataFolder: string): () => void {
  const unlock = lockFile(file);
  if (unlock !== null) return unlock;
  throw new DataInUseError(
    `Another Scenewright already uses the data folder ${dataFolder}. Stop it, or set SCENEWRIGHT_DATA to another folder, or use PostgreSQL by DATABASE_URL.`,
  );
}

/** Reports a data folder that can be read but not written. */
export class DataReadOnlyError extends Error {
  override readonly name = 'DataReadOnlyError';
}

/** Reports a database that cannot be used: its disk is full, it is damaged, or it is of an unknown version. */
export class DataUnusableError extends Error {
  override readonly name = 'DataUnusableError';
}

const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** Converts an error of opening the database to one with advice. Any other error stays as it is. */
export function explainOpenError(error: unknown, file: string, dataFolder: string): unknown {
  switch (readSqliteCode(error)) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: {
      const advice = `Put a backup in its place (docs/operations.md), or set SCENEWRIGHT_DATA to another folder.`;
      return new DataUnusableError(`${file} is no database, or it is damaged. ${advice}`, { cause: error });
    }
    case SQLITE_FULL: {
      const advice = 'Free some of it, or set SCENEWRIGHT_DATA to a folder on another disk.';
      return new DataUnusableError(`The disk of the data folder ${dataFolder} is full. ${advice}`, {
        cause: error,
      });
    }
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN: {
      const advice = 'Make it writable, or set SCENEWRIGHT_DATA to another folder.';
      return new DataReadOnlyError(`The data folder ${dataFolder} can only be read. ${advice}`, {
        cause: error,
      });
    }
    default:
      return error;
  }
}

/**
 * Rejects a read-only data folder at the start, before play that could not be saved. SQLite itself opens a read-only
 * file without an error.
 */
export function assertWritable(file: string, dataFolder: string): void {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file);
    database.exec('begin immediate');
    database.exec('rollback');
  } catch (error) {
    throw explainOpenError(error, file, dataFolder);
  } finally {
    database?.close();
  }
}

const ServerAddress = z.object({ address: z.url({ protocol: /^https?$/ }), needsToken: z.boolean() });

/** A server that works on a data folder: where programs on the same machine reach it, and whether it asks who they are. */
export type ServerAddress = z.infer<typeof ServerAddress>;

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
export function writeServerAddress(dataFolder: string, { address, needsToken }: ServerAddress): void {
  const [file, draft] = [join(dataFolder, ADDRESS), join(dataFolder, `${ADDRESS}.new`)];
  const text = JSON.stringify({ address: toReachableAddress(address), needsToken });
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns the server that holds a data folder; null when the folder is free or its holder serves no clients. */
export function readServerAddress(dataFolder: string): ServerAddress | null {
  const text = readOrNull(join(dataFolder, ADDRESS));
  if (text === null || !isLocked(dataFolder)) return null;
  const read = ServerAddress.safeParse(parseJsonOrNull(text));
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

/** Returns the loopback address for a server that listens on every address of the machine. */
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
