import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { defended } from './srd5e/defended.ts';
import { dropped, killed, withDeathSaveFailures } from './srd5e/vitality.ts';
import { hitPointMaximum, makesDeathSaves } from './srd5e.ts';
import { concentrationDifficulty } from './srd5e-concentration.ts';
import type { Srd5eDamageQuality, Srd5eDamageType } from './srd5e-damage-type.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Damage from one source at one moment: a sword that also burns has two parts. */
export type Damage = {
  readonly parts: readonly { readonly amount: number; readonly type: Srd5eDamageType }[];
  readonly qualities?: readonly Srd5eDamageQuality[];
  /** Taken off before resistance, from the first part on. */
  readonly reduction?: number;
  readonly critical?: boolean;
  /** A melee attacker may spare whoever it brings to 0 hit points. */
  readonly knockOut?: boolean;
};

export type DamageOutcome = {
  readonly block: Srd5eStatBlock;
  /** After reduction, immunity, resistance and vulnerability. */
  readonly taken: number;
  readonly absorbedByTemporary: number;
  /** `up` and `down` are still what they were: above 0 hit points, or at 0 and alive. */
  readonly fate: 'up' | 'down' | 'fell' | 'knocked_out' | 'died';
  /** Set when concentration now hangs on a Constitution save (see `rollConcentration`). */
  readonly concentrationDifficulty: number | null;
};

/**
 * Deals damage: defences first, then temporary hit points, then hit points; then what 0 hit points means.
 * Damage that temporary hit points swallow whole is no failed death save.
 */
export function takeDamage(block: Srd5eStatBlock, damage: Damage): DamageOutcome | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'a dead creature takes no damage');
  const taken = defended(block, damage);
  const absorbedByTemporary = Math.min(taken, block.hit_points.temporary);
  const shielded = withTemporary(block, block.hit_points.temporary - absorbedByTemporary);
  const { block: after, fate } = struck(shielded, taken - absorbedByTemporary, damage);
  const tested = taken > 0 && after.concentration !== null;
  return {
    block: after,
    taken,
    absorbedByTemporary,
    fate,
    concentrationDifficulty: tested ? concentrationDifficulty(taken) : null,
  };
}

type Struck = Pick<DamageOutcome, 'block' | 'fate'>;

function struck(block: Srd5eStatBlock, amount: number, damage: Damage): Struck {
  const { current } = block.hit_points;
  if (current === 0) return struckAtZero(block, amount, damage.critical ?? false);
  if (amount < current) return { block: withCurrent(block, current - amount), fate: 'up' };
  if (amount - current >= hitPointMaximum(block)) return { block: killed(block), fate: 'died' };
  if (damage.knockOut) return { block: dropped(block, 'stable'), fate: 'knocked_out' };
  if (!makesDeathSaves(block)) return { block: killed(block), fate: 'died' };
  return { block: dropped(block, 'unconscious'), fate: 'fell' };
}

function struckAtZero(block: Srd5eStatBlock, amount: number, critical: boolean): Struck {
  if (amount === 0) return { block, fate: 'down' };
  if (amount >= hitPointMaximum(block)) return { block: killed(block), fate: 'died' };
  const after = withDeathSaveFailures(block, critical ? 2 : 1);
  return { block: after, fate: after.status === 'dead' ? 'died' : 'down' };
}

function withCurrent(block: Srd5eStatBlock, current: number): Srd5eStatBlock {
  return { ...block, hit_points: { ...block.hit_points, current } };
}

function withTemporary(block: Srd5eStatBlock, temporary: number): Srd5eStatBlock {
  return { ...block, hit_points: { ...block.hit_points, temporary } };
}
