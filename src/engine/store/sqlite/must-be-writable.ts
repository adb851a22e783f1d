import { DatabaseSync } from 'node:sqlite';

/** What was played can be read there, and nothing can be added to it. */
export class DataReadOnlyError extends Error {
  override readonly name = 'DataReadOnlyError';
}

const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;

/** Finds out before anybody plays that nothing could be kept: SQLite itself opens what it may only read without a word. */
export function mustBeWritable(file: string, dataFolder: string): void {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file);
    database.exec('begin immediate');
    database.exec('rollback');
  } catch (cause) {
    // The lower byte says what it is; the rest, how it came to be.
    const code = Number(Object(cause).errcode) & 0xff;
    if (code !== SQLITE_READONLY && code !== SQLITE_CANTOPEN) throw cause;
    throw new DataReadOnlyError(
      `The data folder ${dataFolder} can only be read. Make it writable, or set SCENEWRIGHT_DATA to another folder.`,
      { cause },
    );
  } finally {
    database?.close();
  }
}
