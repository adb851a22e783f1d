import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import { writeNameAdvice } from './names/nearest-name.ts';

const MICROSECONDS = {
  microseconds: 1,
  seconds: 1_000_000,
  minutes: 60_000_000,
  hours: 3_600_000_000,
  days: 86_400_000_000,
} as const;

/** Shortest and longest duration of an activity. Equal ends make the cost fixed. */
const TimeCost = z
  .strictObject({
    from: z.number().positive(),
    to: z.number().positive(),
    unit: z.enum(['microseconds', 'seconds', 'minutes', 'hours', 'days']),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '`to` must not be less than `from`' });
type TimeCost = Readonly<z.infer<typeof TimeCost>>;

const COST_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Time costs declared by a ruleset: its own kinds, and other figures for the published ones. */
export const TimeCostsData = z.record(z.string().regex(COST_NAME, 'a cost has a snake_case name'), TimeCost);
export type TimeCosts = Readonly<Record<string, TimeCost>>;

/** Default costs of every ruleset. Travel has paces instead of costs. */
export const PUBLISHED_TIME_COSTS = {
  think: { from: 1, to: 1, unit: 'microseconds' },
  quick_action: { from: 10, to: 30, unit: 'seconds' },
  combat_round: { from: 6, to: 6, unit: 'seconds' },
  brief_dialogue: { from: 1, to: 5, unit: 'minutes' },
  scene_transition: { from: 5, to: 15, unit: 'minutes' },
  investigation: { from: 10, to: 30, unit: 'minutes' },
  short_rest: { from: 1, to: 1, unit: 'hours' },
  long_rest: { from: 8, to: 8, unit: 'hours' },
} as const satisfies TimeCosts;

/** Merges the published costs with a ruleset's own, which take precedence. */
export function mergeTimeCosts(own: TimeCosts): TimeCosts {
  return { ...PUBLISHED_TIME_COSTS, ...own };
}

/** Returns the maximum duration of the longest activity, in microseconds. */
export function findLongestCost(costs: TimeCosts): number {
  return Math.max(0, ...Object.values(costs).map(({ to, unit }) => Math.round(to * MICROSECONDS[unit])));
}

/** Resulting cost, and whether the proposal had to be moved into its range. */
type ClampedCost = {
  readonly microseconds: number;
  readonly change: 'none' | 'raised' | 'lowered';
};

type ClampOptions = { readonly costs?: TimeCosts; readonly count?: number };

/**
 * Returns the time an activity of this kind takes: the proposal, clamped to the range of its cost. Without a usable
 * proposal it takes the least. `count` is for repeated activities, such as rounds.
 */
export function clampCost(
  kind: string,
  proposedMicroseconds: number | null,
  { costs = PUBLISHED_TIME_COSTS, count = 1 }: ClampOptions = {},
): ClampedCost | Rejection {
  const cost = Object.hasOwn(costs, kind) ? costs[kind] : undefined;
  if (cost === undefined) {
    const advice = writeNameAdvice(kind, Object.keys(costs));
    return reject('unknown-time-cost', `no time cost is called ${kind}; ${advice}`, ['kind']);
  }
  if (!Number.isSafeInteger(count) || count < 1) {
    return reject('not-a-count', `count is a whole number from 1 up, not ${count}`, ['count']);
  }
  const least = Math.max(1, Math.round(cost.from * MICROSECONDS[cost.unit] * count));
  const most = Math.max(least, Math.round(cost.to * MICROSECONDS[cost.unit] * count));
  const proposed =
    proposedMicroseconds === null || Number.isNaN(proposedMicroseconds) ? least : proposedMicroseconds;
  if (proposed < least) return { microseconds: least, change: 'raised' };
  if (proposed > most) return { microseconds: most, change: 'lowered' };
  return { microseconds: Math.round(proposed), change: 'none' };
}

const MilesPerHour = z.number().positive().max(1_000_000);
const Paces = z.strictObject({ walk: MilesPerHour, mounted: MilesPerHour });

/** Speed of travel; a ruleset may bring its own figures. */
export const TravelPace = z.strictObject({
  road: Paces.default({ walk: 3, mounted: 6 }),
  wilderness: Paces.default({ walk: 2, mounted: 4 }),
  difficult_terrain_factor: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .describe('What difficult ground leaves of the speed.'),
});
export type TravelPace = Readonly<z.infer<typeof TravelPace>>;

/** Authority that moves the time: only a game master in GOD mode may stop it or turn it back. */
type TimeAuthority = { readonly god: boolean };

/**
 * Returns the moment that many microseconds later. Time runs strictly forward: 0 and less are refused, except to GOD.
 */
export function advanceWorldTime(
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

/** Returns the requested moment if it is strictly later than now; GOD may name any moment. */
export function validateWorldTime(
  now: WorldTime,
  target: WorldTime,
  { god }: TimeAuthority,
): WorldTime | Rejection {
  const order = compareWorldTimes(target, now);
  if (order > 0 || god) return target;
  return backward(order === 0 ? 'the moment it already is' : 'an earlier moment', ['time']);
}

function backward(what: string, path: readonly string[]): Rejection {
  const reason = `time cannot move by or to ${what}: it must move forward; only GOD mode may turn it back`;
  return reject('time-runs-forward', reason, path);
}
