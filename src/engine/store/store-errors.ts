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

function readCode(error: unknown): string {
  return String(Object(error).code ?? '');
}
