import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Creates a fresh id for a row. Injected, so that a test or a replay can count instead. */
export type NewId = () => string;

/** Number of ids that can be ordered within one millisecond: twelve bits. */
const PER_MILLISECOND = 0x1000;

/**
 * Creates UUIDs of version 7: unique without coordination and sorted by creation time, so new rows land at the end of
 * every index. Each sorts after the one before it, also within a millisecond and when the clock is set back.
 */
export function createTimeOrderedIds(clock: Clock): NewId {
  let latest = 0;
  let count = 0;
  return () => {
    const now = clock().getTime();
    count = now > latest ? 0 : count + 1;
    latest = Math.max(now, latest + Math.floor(count / PER_MILLISECOND));
    count %= PER_MILLISECOND;
    return idAt(latest, count);
  };
}

/** Creates a fresh id that sorts after the given one, also when another clock made that one. */
export function createLaterId(id: string): string {
  const [time, place] = [id.slice(0, 8) + id.slice(9, 13), id.slice(15, 18)].map((digits) =>
    Number.parseInt(digits, 16),
  ) as [number, number];
  const next = place + 1;
  return idAt(time + Math.floor(next / PER_MILLISECOND), next % PER_MILLISECOND);
}

function idAt(millisecond: number, count: number): string {
  const time = millisecond.toString(16).padStart(12, '0');
  const place = count.toString(16).padStart(3, '0');
  // Of a random UUID everything but its first 48 bits, its version and the twelve bits behind it.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}${randomUUID().slice(18)}`;
}
