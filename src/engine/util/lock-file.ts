import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks a file for this process; returns how to unlock it, or null while another process holds it. The lock is an
 * exclusive transaction of SQLite. The operating system releases it when the process dies in any way, so there is never
 * a stale lock to delete.
 */
export function lockFile(file: string): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    // Any error but a lock held by another process is a different problem and describes itself.
    if (Object(cause).errcode !== SQLITE_BUSY) throw cause;
    return null;
  }
  return () => database.close();
}
