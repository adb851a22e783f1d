import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { minutesBetween, type WorldTime } from '#engine/kit/world-time.ts';
import { rested } from './srd5e/rested.ts';
import { restoredTo } from './srd5e/vitality.ts';
import { hitPointMaximum } from './srd5e.ts';
import { Srd5eHitDie, type Srd5eResources } from './srd5e-resources.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type LongRest = {
  /** The moment the rest is over. */
  readonly endsAt: WorldTime;
  /** Without food and drink exhaustion does not ease. */
  readonly ateAndDrank: boolean;
};

export type LongRestOutcome = {
  readonly block: Srd5eStatBlock;
  readonly regained: number;
  readonly hitDiceRegained: number;
};

const MINUTES_BETWEEN_RESTS = 24 * 60;

/**
 * Eight hours of rest: all hit points, half the hit dice (at least one), every slot and feature, one level of exhaustion.
 * Does nothing for a creature at 0 hit points, or sooner than 24 hours after the last one.
 */
export function takeLongRest(
  block: Srd5eStatBlock,
  { endsAt, ateAndDrank }: LongRest,
): LongRestOutcome | Rejection {
  const refusal = restRefusal(block, endsAt);
  if (refusal) return refusal;
  const hitDice = regainedHitDice(block.resources.hit_dice);
  const fresh = rested(eased(block, ateAndDrank), 'long_rest');
  const slept: Srd5eStatBlock = {
    ...fresh,
    hit_points: { ...fresh.hit_points, temporary: 0 },
    resources: {
      ...fresh.resources,
      hit_dice: hitDice.dice,
      spell_slots: unused(fresh.resources.spell_slots),
    },
    last_long_rest: endsAt,
  };
  const after = restoredTo(slept, hitPointMaximum(slept));
  const regained = after.hit_points.current - block.hit_points.current;
  return { block: after, regained, hitDiceRegained: hitDice.count };
}

function restRefusal(block: Srd5eStatBlock, endsAt: WorldTime): Rejection | null {
  if (block.status === 'dead') return reject('creature-dead', 'the dead do not rest');
  if (block.hit_points.current === 0) {
    return reject('no-hit-points', 'a long rest needs at least 1 hit point at its start');
  }
  if (block.last_long_rest === null) return null;
  const minutes = minutesBetween(block.last_long_rest, endsAt);
  if (minutes >= MINUTES_BETWEEN_RESTS) return null;
  const hours = Math.floor(minutes / 60);
  return reject(
    'rested-too-recently',
    `one long rest in 24 hours; the last ended ${hours} hours before this one`,
  );
}

function eased(block: Srd5eStatBlock, ateAndDrank: boolean): Srd5eStatBlock {
  return ateAndDrank ? { ...block, exhaustion: Math.max(0, block.exhaustion - 1) } : block;
}

function unused(slots: Srd5eResources['spell_slots']): Srd5eResources['spell_slots'] {
  return Object.fromEntries(Object.entries(slots).map(([level, pool]) => [level, { ...pool, used: 0 }]));
}

type HitDice = Srd5eResources['hit_dice'];

/** Half of all hit dice, rounded down, at least one; the largest dice come back first. */
function regainedHitDice(before: HitDice): { dice: HitDice; count: number } {
  const total = Object.values(before).reduce((sum, pool) => sum + pool.total, 0);
  let left = Math.max(1, Math.floor(total / 2));
  let count = 0;
  const dice: HitDice = { ...before };
  for (const die of Srd5eHitDie.options.toReversed()) {
    const pool = before[die];
    if (pool === undefined) continue;
    const back = Math.min(pool.used, left);
    dice[die] = { ...pool, used: pool.used - back };
    left -= back;
    count += back;
  }
  return { dice, count };
}
