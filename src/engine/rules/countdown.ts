import { z } from 'zod';
import { SnakeName } from './mechanics/snake-name.ts';

/** Time that runs out while people dare or do not dare. */
export const Countdown = z.strictObject({
  name: SnakeName.default('minutes_left').describe('The field of the scene state that counts down.'),
  start: z.int().min(1).max(10_000).default(7),
  per_check: z.int().min(0).max(100).default(1).describe('What every check takes, whatever comes of it.'),
});
export type Countdown = Readonly<z.infer<typeof Countdown>>;

/** What is left after one more check, and whether the time is up. */
export function countDown(
  countdown: Countdown,
  left: number,
): { readonly left: number; readonly isOver: boolean } {
  const after = Math.max(0, Math.min(left, countdown.start) - countdown.per_check);
  return { left: after, isOver: after === 0 };
}
