import { ConnectionException, DeadlockException, DriverException } from '@mikro-orm/core';

/** Codes of PostgreSQL for a transaction it ended because of another one. Nothing of it was written. */
const CONFLICTS: readonly string[] = ['40P01', '40001'];

/** Codes of PostgreSQL and of the network for a database that is away: stopped, starting, or out of reach. */
const AWAY: readonly string[] = [
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
];
/** The driver names a lost connection by its message alone. */
const LOST_CONNECTION = /^connection terminated|client has encountered a connection error/i;

/** Tells whether a transaction was ended by a deadlock or a conflict with another one, so that it may run again. */
export function isTransactionConflict(error: unknown): boolean {
  return error instanceof DeadlockException || CONFLICTS.includes(readCode(error));
}

/** Tells whether the database was away. What the caller wanted to write may or may not have been written. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConnectionException || AWAY.includes(readCode(error))) return true;
  // Errors of models and other services have causes of the same codes.
  return (
    LOST_CONNECTION.test(error.message) || (error instanceof DriverException && isStoreAway(error.cause))
  );
}

/** Codes of PostgreSQL for a full disk, and for a database that can only be read. */
const UNWRITABLE: readonly string[] = ['53100', '25006'];
/** Codes of SQLite for a database that can only be read, a fault of the disk, a full disk and a file that cannot be opened. */
const SQLITE_UNWRITABLE: readonly number[] = [8, 10, 13, 14];

/** Tells whether the database could not write: its disk is full, faulty or read-only. Nothing was written. */
export function isStoreUnwritable(error: unknown): boolean {
  return UNWRITABLE.includes(readCode(error)) || SQLITE_UNWRITABLE.includes(readSqliteCode(error));
}

/** Codes of PostgreSQL for a text with NUL or with half of a character; the last for one that its protocol cannot send. */
const NO_TEXT: readonly string[] = ['22021', '22P05', '08P01'];

/** Tells whether the database refused a text because of characters that are no text. */
export function isTextRefused(error: unknown): boolean {
  return NO_TEXT.includes(readCode(error));
}

/** Returns the code of an error of SQLite without its extended cause; -1 for any other error. */
export function readSqliteCode(error: unknown): number {
  const { errcode } = Object(error);
  return typeof errcode === 'number' ? errcode & 0xff : -1;
}

function readCode(error: unknown): string {
  return String(Object(error).code ?? '');
}
