import { computeStatus, makeProne } from '../conditions.ts';
import { getHitPointMaximum } from '../derived-numbers.ts';
import type { Srd5eStatBlock } from '../stat-block.ts';

const NO_DEATH_SAVES = { successes: 0, failures: 0 };

/** Marks the creature dead: no hit points of any kind, no concentration. */
export function markDead(block: Srd5eStatBlock): Srd5eStatBlock {
  return {
    ...block,
    status: 'dead',
    hit_points: { ...block.hit_points, current: 0, temporary: 0 },
    concentration: null,
  };
}

/** Drops the creature to 0 hit points alive: dying, or stable when spared. */
export function dropToZero(block: Srd5eStatBlock, status: 'unconscious' | 'stable'): Srd5eStatBlock {
  const down: Srd5eStatBlock = {
    ...block,
    status,
    hit_points: { ...block.hit_points, current: 0 },
    death_saves: NO_DEATH_SAVES,
    concentration: null,
  };
  return makeProne(down, 'falling unconscious');
}

/** Sets hit points between 1 and the maximum, with all that regaining them brings. */
export function restoreHitPoints(block: Srd5eStatBlock, hitPoints: number): Srd5eStatBlock {
  const current = Math.min(hitPoints, getHitPointMaximum(block));
  const up = { ...block, hit_points: { ...block.hit_points, current }, death_saves: NO_DEATH_SAVES };
  return { ...up, status: computeStatus(up) };
}

/** Makes the creature stable: it stops dying and stays unconscious. */
export function markStable(block: Srd5eStatBlock): Srd5eStatBlock {
  return { ...block, status: 'stable', death_saves: NO_DEATH_SAVES };
}

/** Counts failed death saves; the third kills. */
export function addDeathSaveFailures(block: Srd5eStatBlock, more: number): Srd5eStatBlock {
  const failures = Math.min(3, block.death_saves.failures + more);
  const marked: Srd5eStatBlock = {
    ...block,
    status: 'unconscious',
    death_saves: { ...block.death_saves, failures },
  };
  return failures === 3 ? markDead(marked) : marked;
}
