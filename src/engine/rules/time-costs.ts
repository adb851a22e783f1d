import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from './time/plain-name.ts';

const MICROSECONDS = {
  microseconds: 1,
  seconds: 1_000_000,
  minutes: 60_000_000,
  hours: 3_600_000_000,
  days: 86_400_000_000,
} as const;

/** How long something takes, at least and at most. Both ends alike make the cost fixed. */
export const TimeCost = z
  .strictObject({
    from: z.number().positive(),
    to: z.number().positive(),
    unit: z.enum(['microseconds', 'seconds', 'minutes', 'hours', 'days']),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '`to` must not be less than `from`' });
export type TimeCost = Readonly<z.infer<typeof TimeCost>>;

const COST_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** What a ruleset says about time costs: its own kinds, and other figures for the published ones. */
export const TimeCostsData = z.record(z.string().regex(COST_NAME, 'a cost has a snake_case name'), TimeCost);
export type TimeCosts = Readonly<Record<string, TimeCost>>;

/** The costs every ruleset starts from. Travel is reckoned from distance, in `time-of-travel.ts`. */
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

/** The published costs with a ruleset's own on top. */
export function timeCostsWith(own: TimeCosts): TimeCosts {
  return { ...PUBLISHED_TIME_COSTS, ...own };
}

/** How many microseconds the activity takes at most that takes the longest. */
export function longestCost(costs: TimeCosts): number {
  return Math.max(0, ...Object.values(costs).map(({ to, unit }) => Math.round(to * MICROSECONDS[unit])));
}

/** What a cost came to, and whether the proposal had to be moved into its range. */
export type ClampedCost = {
  readonly microseconds: number;
  readonly change: 'none' | 'raised' | 'lowered';
};

type ClampOptions = { readonly costs?: TimeCosts; readonly count?: number };

/**
 * The time something of this kind takes: the proposal, moved into the range of its cost. Without a usable
 * proposal it takes the least. `count` is for things done several times over, such as rounds.
 */
export function clampCost(
  kind: string,
  proposedMicroseconds: number | null,
  { costs = PUBLISHED_TIME_COSTS, count = 1 }: ClampOptions = {},
): ClampedCost | Rejection {
  const cost = Object.hasOwn(costs, kind) ? costs[kind] : undefined;
  if (cost === undefined) {
    const advice = suggestion(kind, Object.keys(costs));
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
