import { z } from 'zod';
import { Degree } from './bands.ts';
import { SnakeName } from './mechanics/snake-name.ts';

/** A clock that fills as checks go wrong; when it is full the scene shifts. */
export const PressureClock = z.strictObject({
  name: SnakeName.default('pressure_clock').describe(
    'The field of the scene state, or the clock, that counts.',
  ),
  max: z.int().min(1).max(100).default(6),
  ticks_on: z.array(Degree).min(1).default(['mixed', 'failure']),
  ticks: z.int().min(1).max(10).default(1).describe('How far it moves each time.'),
  when_full: z
    .array(z.string().min(1).max(200))
    .min(1)
    .default(['someone leaves', 'an interruption breaks in', 'the opportunity is gone'])
    .describe('Ways the scene may shift.'),
});
export type PressureClock = Readonly<z.infer<typeof PressureClock>>;

export type ClockTick = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** True only for the tick that fills the clock. */
  readonly fills: boolean;
};

/** What a check of this degree does to the clock; null when it stays where it is. */
export function tickFor(clock: PressureClock, value: number, degree: Degree): ClockTick | null {
  if (!clock.ticks_on.includes(degree)) return null;
  const from = Math.min(Math.max(0, value), clock.max);
  const to = Math.min(clock.max, from + clock.ticks);
  return to === from ? null : { name: clock.name, from, to, fills: to === clock.max };
}
