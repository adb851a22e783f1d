import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { EXHAUSTION_LEVELS } from './srd5e/exhaustion.ts';
import { restoredTo, stabilized, withDeathSaveFailures } from './srd5e/vitality.ts';
import { classLevel, isDying, proficiencyBonus } from './srd5e.ts';
import { combineEdges, type D20, rollD20, type Srd5eEdge } from './srd5e-edge.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type DeathSave = {
  readonly block: Srd5eStatBlock;
  readonly result: 'success' | 'failure' | 'two_failures' | 'stable' | 'died' | 'awake';
  readonly roll: D20;
};

const TARGET = { kind: 'DC', value: 10 } as const;

/**
 * The save a dying creature makes at the start of its turn. A natural 20 wakes it with 1 hit point, a natural
 * 1 counts twice, three successes make it stable and three failures kill it.
 */
export function rollDeathSave(
  block: Srd5eStatBlock,
  roll: RollDice,
  edges: readonly Srd5eEdge[] = [],
): DeathSave | Rejection {
  if (!isDying(block))
    return reject('not-dying', `only a dying creature makes death saves; it is ${block.status}`);
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  const edge = combineEdges(tired ? [...edges, 'disadvantage'] : edges);
  const rolled = rollD20(roll, edge, deathSaveBonus(block), 'Death saving throw', TARGET);
  return { ...judged(block, rolled), roll: rolled };
}

/** Tied to no ability, but whatever helps every saving throw helps this one. */
function deathSaveBonus(block: Srd5eStatBlock): number {
  const diamondSoul = classLevel(block, 'monk') >= 14 ? proficiencyBonus(block) : 0;
  return block.active_effects.reduce((sum, effect) => sum + effect.saving_throws, diamondSoul);
}

function judged(block: Srd5eStatBlock, rolled: D20): Pick<DeathSave, 'block' | 'result'> {
  if (rolled.natural === 20) return { block: restoredTo(block, 1), result: 'awake' };
  if (rolled.natural === 1) return failed(block, 2);
  return rolled.total >= TARGET.value ? succeeded(block) : failed(block, 1);
}

function failed(block: Srd5eStatBlock, count: 1 | 2): Pick<DeathSave, 'block' | 'result'> {
  const after = withDeathSaveFailures(block, count);
  if (after.status === 'dead') return { block: after, result: 'died' };
  return { block: after, result: count === 2 ? 'two_failures' : 'failure' };
}

function succeeded(block: Srd5eStatBlock): Pick<DeathSave, 'block' | 'result'> {
  const successes = block.death_saves.successes + 1;
  if (successes >= 3) return { block: stabilized(block), result: 'stable' };
  return { block: { ...block, death_saves: { ...block.death_saves, successes } }, result: 'success' };
}
