import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another process already works on this data folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

/**
 * One process per SQLite file. The lock is an exclusive transaction on a file of its own: the operating
 * system lets go of it when the process dies, however it dies, so there is never a stale lock to delete.
 */
export function lockForThisProcess(lockFile: string, dataFolder: string): () => void {
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    // Anything but a lock held by another is something else, and says so itself.
    if (Object(cause).errcode !== SQLITE_BUSY) throw cause;
    throw new DataInUseError(
      `Another Scenewright already uses the data folder ${dataFolder}. Stop it, or set SCENEWRIGHT_DATA to another folder, or use PostgreSQL by DATABASE_URL.`,
      { cause },
    );
  }
  return () => database.close();
}
