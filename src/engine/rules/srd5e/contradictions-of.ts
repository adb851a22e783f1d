import type { Srd5eClassLevel } from '../srd5e-class.ts';
import type { Srd5eCondition } from '../srd5e-condition.ts';
import { halvedByExhaustion } from './exhaustion.ts';

type Contradiction = { readonly message: string; readonly path: readonly string[] };

type Vitals = {
  readonly classes: readonly Srd5eClassLevel[];
  readonly hit_points: { readonly current: number; readonly max: number };
  readonly status: 'conscious' | 'unconscious' | 'stable' | 'dead';
  readonly conditions: readonly Srd5eCondition[];
  readonly exhaustion: number;
};

/** Fields that cannot both be true, as sentences for whoever wrote them. */
export function contradictionsOf(block: Vitals): Contradiction[] {
  return [...classContradictions(block), ...hitPointContradictions(block), ...statusContradictions(block)];
}

function classContradictions({ classes }: Vitals): Contradiction[] {
  const total = classes.reduce((sum, { level }) => sum + level, 0);
  const names = new Set(classes.map((entry) => entry.class));
  const found: Contradiction[] = [];
  if (total > 20) {
    found.push({ message: `class levels add up to ${total}; the most is 20`, path: ['classes'] });
  }
  if (names.size < classes.length) {
    found.push({ message: 'a class is listed twice; give it once, with all its levels', path: ['classes'] });
  }
  return found;
}

function hitPointContradictions({ hit_points: { current, max }, exhaustion }: Vitals): Contradiction[] {
  const ceiling = halvedByExhaustion(max, exhaustion);
  if (current <= ceiling) return [];
  const cause = ceiling < max ? ` (${max} halved by exhaustion)` : '';
  return [
    { message: `${current} is above the maximum of ${ceiling}${cause}`, path: ['hit_points', 'current'] },
  ];
}

function statusContradictions({ status, hit_points, conditions, exhaustion }: Vitals): Contradiction[] {
  const asleep = conditions.some(({ name }) => name === 'unconscious');
  const down = hit_points.current === 0;
  const says = (message: string): Contradiction[] => [{ message, path: ['status'] }];
  if (exhaustion === 6 && status !== 'dead') return says('exhaustion 6 is death; status must be dead');
  if (status === 'conscious' && down) return says('0 hit points; status is unconscious, stable or dead');
  if (status === 'conscious' && asleep) return says('an unconscious condition; status is unconscious');
  if ((status === 'stable' || status === 'dead') && !down) return says(`${status} needs 0 hit points`);
  if (status === 'unconscious' && !down && !asleep) {
    return says('above 0 hit points only an unconscious condition makes a creature unconscious');
  }
  return [];
}
