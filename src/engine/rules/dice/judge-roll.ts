import type { RollTarget } from '../roll.ts';
import type { ThrownTerm } from './throw-dice.ts';

export type RollVerdict = 'Success' | 'Failure' | 'Hit' | 'Critical hit' | 'Miss';

/**
 * What a total means against its target. Reaching the number is enough. Only attacks heed the bare d20: a 20
 * always hits and is critical, a 1 always misses.
 */
export function judgeRoll(target: RollTarget, thrown: readonly ThrownTerm[], total: number): RollVerdict {
  const reached = total >= target.value;
  if (target.kind === 'DC') return reached ? 'Success' : 'Failure';
  const natural = naturalD20(thrown);
  if (natural === 20) return 'Critical hit';
  return reached && natural !== 1 ? 'Hit' : 'Miss';
}

function naturalD20(thrown: readonly ThrownTerm[]): number | null {
  const first = thrown[0];
  if (first === undefined || first.term.sides !== 20) return null;
  const counting = first.dice.filter(({ counts }) => counts);
  return counting.length === 1 ? (counting[0]?.face ?? null) : null;
}
