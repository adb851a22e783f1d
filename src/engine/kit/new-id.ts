import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes a fresh id for a row. Handed in, so a test or a replay can count instead. */
export type NewId = () => string;

/**
 * UUIDs of version 7: unique without coordination and sorted by the millisecond they were made in, so new
 * rows land at the end of every index.
 */
export function timeOrderedIds(clock: Clock): NewId {
  return () => {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(clock().getTime(), 0, 6);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
