import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { characterLevel, hitPointMaximum, modifierOf } from './srd5e.ts';
import { Srd5eAbility } from './srd5e-ability.ts';
import { withClassResources } from './srd5e-class-resources.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

const HIGHEST_SCORE = 20;
const POINTS = 2;

/**
 * An ability score improvement: one score by 2 or two scores by 1, none above 20. A higher Constitution modifier raises the
 * hit point maximum for every level already taken; uses that hang on an ability are counted anew.
 */
export function improveAbilities(
  block: Srd5eStatBlock,
  increases: Partial<Readonly<Record<Srd5eAbility, number>>>,
): Srd5eStatBlock | Rejection {
  const refusal = improvementRefusal(block, increases);
  if (refusal) return refusal;
  const abilities = { ...block.abilities };
  for (const ability of Srd5eAbility.options) abilities[ability] += increases[ability] ?? 0;
  return withClassResources(toughened({ ...block, abilities }, block));
}

function improvementRefusal(
  block: Srd5eStatBlock,
  increases: Partial<Readonly<Record<Srd5eAbility, number>>>,
): Rejection | null {
  const points = Srd5eAbility.options.map((ability) => increases[ability] ?? 0);
  const sum = points.reduce((total, point) => total + point, 0);
  if (sum !== POINTS || points.some((point) => point < 0 || !Number.isInteger(point))) {
    return reject('not-two-points', 'an improvement is one score by 2, or two scores by 1');
  }
  for (const ability of Srd5eAbility.options) {
    const raised = block.abilities[ability] + (increases[ability] ?? 0);
    if ((increases[ability] ?? 0) > 0 && raised > HIGHEST_SCORE) {
      return reject('score-above-20', `${ability} would be ${raised}; the highest is ${HIGHEST_SCORE}`, [
        ability,
      ]);
    }
  }
  return null;
}

function toughened(after: Srd5eStatBlock, before: Srd5eStatBlock): Srd5eStatBlock {
  const steps = modifierOf(after, 'constitution') - modifierOf(before, 'constitution');
  const gained = steps * characterLevel(after);
  const { current, max } = after.hit_points;
  const raised = { ...after, hit_points: { ...after.hit_points, max: max + gained } };
  if (current === 0) return raised;
  const hit_points = {
    ...raised.hit_points,
    current: Math.min(current + gained, hitPointMaximum(raised)),
  };
  return { ...raised, hit_points };
}
