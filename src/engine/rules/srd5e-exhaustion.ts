import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { EXHAUSTION_LEVELS } from './srd5e/exhaustion.ts';
import { killed } from './srd5e/vitality.ts';
import { hitPointMaximum } from './srd5e.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Adds levels of exhaustion, or takes them away when negative. Level 6 kills. */
export function changeExhaustion(block: Srd5eStatBlock, levels: number): Srd5eStatBlock | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'a dead creature is past exhaustion');
  const exhaustion = Math.min(6, Math.max(0, block.exhaustion + levels));
  const changed = { ...block, exhaustion };
  if (exhaustion === EXHAUSTION_LEVELS.death) return killed(changed);
  const current = Math.min(block.hit_points.current, hitPointMaximum(changed));
  return { ...changed, hit_points: { ...block.hit_points, current } };
}
