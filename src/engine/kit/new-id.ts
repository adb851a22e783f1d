import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes a fresh id for a row. Handed in, so a test or a replay can count instead. */
export type NewId = () => string;

/**
 * UUIDs of version 7: unique without coordination and sorted by the millisecond they were made in, so new
 * rows land at the end of every index.
 */
export function timeOrderedIds(clock: Clock): NewId {
  return () => {
    const time = clock().getTime().toString(16).padStart(12, '0');
    // Of a random UUID everything but its first 48 bits and its version.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  };
}
