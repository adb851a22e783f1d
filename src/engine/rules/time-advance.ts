import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';

/** Who moves the time: only a game master in GOD mode may stop it or turn it back. */
export type TimeAuthority = { readonly god: boolean };

/** The moment so many microseconds later. Time runs strictly forward: 0 and less are refused, except to GOD. */
export function advance(
  time: WorldTime,
  microseconds: number,
  { god }: TimeAuthority,
): WorldTime | Rejection {
  if (!Number.isSafeInteger(microseconds)) {
    const limit = `time moves by a whole number of microseconds up to 2^53 (285 years), not ${microseconds}`;
    return reject('not-a-duration', `${limit}; set a date for a longer leap`, ['microseconds']);
  }
  if (microseconds <= 0 && !god) return backward(`${microseconds} microseconds`, ['microseconds']);
  return addMicroseconds(time, microseconds);
}

/** The moment someone wants it to be, when that is strictly later than now; GOD may name any moment. */
export function advanceTo(now: WorldTime, target: WorldTime, { god }: TimeAuthority): WorldTime | Rejection {
  const order = compareWorldTimes(target, now);
  if (order > 0 || god) return target;
  return backward(order === 0 ? 'the moment it already is' : 'an earlier moment', ['time']);
}

function backward(what: string, path: readonly string[]): Rejection {
  const reason = `time cannot move by or to ${what}: it must move forward; only GOD mode may turn it back`;
  return reject('time-runs-forward', reason, path);
}
