import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { rested } from './srd5e/rested.ts';
import { signed } from './srd5e/signed.ts';
import { classLevel, isDying, modifierOf } from './srd5e.ts';
import { heal } from './srd5e-healing.ts';
import type { Srd5eHitDie } from './srd5e-resources.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import { recoverSpellSlots, type SlotRecovery } from './srd5e-slot-recovery.ts';
import { spendResource } from './srd5e-spend.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** What a creature decides to do with an hour of rest. */
export type ShortRest = {
  /** Hit dice to spend, by size. */
  readonly spend?: Partial<Readonly<Record<Srd5eHitDie, number>>>;
  /** The die a bard's song adds once for whoever spends a hit die. */
  readonly songOfRest?: string;
  /** Spell slots a wizard or a druid of the land draws back. */
  readonly recover?: SlotRecovery;
};

export type ShortRestOutcome = { readonly block: Srd5eStatBlock; readonly regained: number };

const SORCEROUS_RESTORATION_LEVEL = 20;

/**
 * An hour of rest: hit dice are spent, then whatever a short rest restores comes back. All or nothing: a choice the
 * creature cannot afford refuses the whole rest.
 */
export function takeShortRest(
  block: Srd5eStatBlock,
  rest: ShortRest,
  roll: RollDice,
): ShortRestOutcome | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'the dead do not rest');
  if (isDying(block))
    return reject('creature-dying', 'a dying creature cannot rest; stabilize or heal it first');
  const mended = spendHitDice(block, rest, roll);
  if (isRejection(mended)) return mended;
  const recovered = rest.recover ? recoverSpellSlots(mended, rest.recover) : mended;
  if (isRejection(recovered)) return recovered;
  const after = sorcerousRestoration(rested(recovered, 'short_rest'));
  return { block: after, regained: after.hit_points.current - block.hit_points.current };
}

function spendHitDice(block: Srd5eStatBlock, rest: ShortRest, roll: RollDice): Srd5eStatBlock | Rejection {
  const dice = Object.entries(rest.spend ?? {}).filter(([, count]) => count > 0);
  let after = block;
  let hitPoints = 0;
  for (const [die, count] of dice) {
    // The entries come from a record keyed by hit die.
    const spent = spendResource(after, { kind: 'hit_die', die: die as Srd5eHitDie }, count);
    if (isRejection(spent)) return spent;
    after = spent;
    for (let rolled = 0; rolled < count; rolled += 1) hitPoints += rollHitDie(block, die, roll);
  }
  if (dice.length > 0 && rest.songOfRest) hitPoints += roll(`1${rest.songOfRest}`, 'Song of rest').total;
  const healing = heal(after, hitPoints);
  return isRejection(healing) ? healing : healing.block;
}

/** A frail constitution can spoil a die, but never costs hit points. */
function rollHitDie(block: Srd5eStatBlock, die: string, roll: RollDice): number {
  const { total } = roll(`1${die}${signed(modifierOf(block, 'constitution'))}`, 'Hit die');
  return Math.max(0, total);
}

function sorcerousRestoration(block: Srd5eStatBlock): Srd5eStatBlock {
  const points = block.resources.class_features.sorcery_points;
  if (classLevel(block, 'sorcerer') < SORCEROUS_RESTORATION_LEVEL || points === undefined) return block;
  const sorcery_points = { ...points, used: Math.max(0, points.used - 4) };
  const class_features = { ...block.resources.class_features, sorcery_points };
  return { ...block, resources: { ...block.resources, class_features } };
}
