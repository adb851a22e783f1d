import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';

const MICROSECONDS_PER_HOUR = 3_600_000_000;
const MilesPerHour = z.number().positive().max(1_000_000);
const Paces = z.strictObject({ walk: MilesPerHour, mounted: MilesPerHour });

/** How fast people travel; a ruleset may bring its own figures. */
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

export const PUBLISHED_TRAVEL_PACE: TravelPace = TravelPace.parse({});

/** One leg of a journey: how far, over what and how. */
export const Journey = z.strictObject({
  miles: z.number().positive().max(1_000_000),
  way: z.enum(['road', 'wilderness']),
  by: z.enum(['walk', 'mounted']),
  difficult: z.boolean().default(false),
});
export type Journey = Readonly<z.infer<typeof Journey>>;

/** How many microseconds a journey takes, rounded up to a whole one. */
export function travelTime(
  { miles, way, by, difficult }: Journey,
  pace: TravelPace = PUBLISHED_TRAVEL_PACE,
): number | Rejection {
  if (!(miles > 0)) return reject('not-a-distance', `miles is more than 0, not ${miles}`, ['miles']);
  const speed = pace[way][by] * (difficult ? pace.difficult_terrain_factor : 1);
  const microseconds = Math.ceil((miles * MICROSECONDS_PER_HOUR) / speed);
  if (Number.isSafeInteger(microseconds)) return microseconds;
  return reject('too-far', `${miles} miles at ${speed} miles an hour take more than 285 years`, ['miles']);
}
