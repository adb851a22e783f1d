import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { WorldTime } from '#engine/kit/world-time.ts';
import { isIncapacitated } from './srd5e-conditions.ts';
import type { Srd5eEdge } from './srd5e-edge.ts';
import { type CheckResult, rollSave } from './srd5e-roll-check.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** 10, or half the damage taken from one source if that is more. */
export function concentrationDifficulty(damage: number): number {
  return Math.max(10, Math.floor(damage / 2));
}

export type ConcentrationStart = {
  readonly block: Srd5eStatBlock;
  /** The spell that had to be let go, if there was one. */
  readonly ended: string | null;
};

/** Takes a spell in mind; nobody holds two at once. */
export function startConcentration(
  block: Srd5eStatBlock,
  spell: string,
  since: WorldTime | null = null,
): ConcentrationStart | Rejection {
  if (isIncapacitated(block)) return reject('incapacitated', 'an incapacitated creature cannot concentrate');
  return { block: { ...block, concentration: { spell, since } }, ended: block.concentration?.spell ?? null };
}

export function endConcentration(block: Srd5eStatBlock): Srd5eStatBlock {
  return block.concentration === null ? block : { ...block, concentration: null };
}

export type ConcentrationCheck = { readonly block: Srd5eStatBlock; readonly save: CheckResult };

/** The Constitution save that keeps a spell alive; on a failure the spell is gone. */
export function rollConcentration(
  block: Srd5eStatBlock,
  difficulty: number,
  roll: RollDice,
  edges: readonly Srd5eEdge[] = [],
): ConcentrationCheck | Rejection {
  if (block.concentration === null) return reject('not-concentrating', 'the creature holds no spell in mind');
  const save = rollSave(block, 'constitution', difficulty, roll, { edges });
  return { block: save.success ? block : endConcentration(block), save };
}
