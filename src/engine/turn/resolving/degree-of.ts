import type { Degree } from '#engine/rules/bands.ts';
import type { Roll } from '#engine/rules/roll.ts';

/** How well it went by the rolls that had a number to reach; null when none had. Some won and some lost is mixed. */
export function degreeOf(rolls: readonly Roll[]): Degree | null {
  const judged = rolls.flatMap(({ total, target }) => (target === undefined ? [] : [total >= target.value]));
  if (judged.length === 0) return null;
  if (judged.every((isReached) => isReached)) return 'success';
  return judged.some((isReached) => isReached) ? 'mixed' : 'failure';
}
