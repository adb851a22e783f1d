import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { restoredTo, stabilized } from './srd5e/vitality.ts';
import { isDying } from './srd5e.ts';
import { type CheckResult, rollCheck } from './srd5e-roll-check.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type Healing = { readonly block: Srd5eStatBlock; readonly regained: number };

/** Gives back hit points, up to the maximum. From 0 it wakes the creature and clears its death saves. */
export function heal(block: Srd5eStatBlock, amount: number): Healing | Rejection {
  if (block.status === 'dead') {
    return reject(
      'creature-dead',
      'a dead creature cannot regain hit points; it must be brought back to life',
    );
  }
  if (amount <= 0) return { block, regained: 0 };
  const after = restoredTo(block, block.hit_points.current + amount);
  return { block: after, regained: after.hit_points.current - block.hit_points.current };
}

/** Temporary hit points never add up: the creature keeps the larger lot, or the new one if it insists. */
export function grantTemporaryHitPoints(
  block: Srd5eStatBlock,
  amount: number,
  keep: 'larger' | 'new' = 'larger',
): Srd5eStatBlock | Rejection {
  if (block.status === 'dead')
    return reject('creature-dead', 'a dead creature gains no temporary hit points');
  const offered = Math.max(0, amount);
  const temporary = keep === 'new' ? offered : Math.max(offered, block.hit_points.temporary);
  return { ...block, hit_points: { ...block.hit_points, temporary } };
}

/** Ends the dying without waking: by magic, by a kit, or by a check (see `rollFirstAid`). */
export function stabilize(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  if (!isDying(block))
    return reject('not-dying', `only a dying creature can be stabilized; it is ${block.status}`);
  return stabilized(block);
}

const FIRST_AID_DIFFICULTY = 10;

export type FirstAid = { readonly patient: Srd5eStatBlock; readonly check: CheckResult };

/** First aid: a Wisdom (Medicine) check by the helper decides whether the patient becomes stable. */
export function rollFirstAid(
  helper: Srd5eStatBlock,
  patient: Srd5eStatBlock,
  roll: RollDice,
): FirstAid | Rejection {
  if (!isDying(patient)) return reject('not-dying', `the patient is ${patient.status}, not dying`);
  const check = rollCheck(helper, { skill: 'medicine' }, FIRST_AID_DIFFICULTY, roll);
  return { patient: check.success ? stabilized(patient) : patient, check };
}

/** Hours until a stable creature nobody heals regains 1 hit point. */
export function rollHoursUntilAwake(roll: RollDice): number {
  return roll('1d4', 'Hours until a stable creature wakes').total;
}

/** Brings the dead back with so many hit points. Death by exhaustion leaves exhaustion 5 behind. */
export function revive(block: Srd5eStatBlock, hitPoints: number): Srd5eStatBlock | Rejection {
  if (block.status !== 'dead')
    return reject('not-dead', `only the dead can be revived; it is ${block.status}`);
  return restoredTo({ ...block, exhaustion: Math.min(5, block.exhaustion) }, Math.max(1, hitPoints));
}
