import { classLevel } from './srd5e.ts';
import type { D20, Srd5eEdge } from './srd5e-edge.ts';
import { rollAbility } from './srd5e-roll-check.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Someone who takes part in a fight. Identical creatures share a `group`, and with it one roll. */
export type Combatant = {
  readonly id: string;
  readonly block: Srd5eStatBlock;
  readonly group?: string;
  readonly edges?: readonly Srd5eEdge[];
};

export type Initiative = {
  readonly id: string;
  readonly total: number;
  readonly dexterity: number;
  readonly roll: D20;
};

const FERAL_INSTINCT_LEVEL = 7;

/** Rolls for everyone, one roll a group, and returns them in the order in which they act. */
export function rollInitiative(combatants: readonly Combatant[], roll: RollDice): readonly Initiative[] {
  const rolls = new Map<string, D20>();
  const entries = combatants.map(({ id, block, group, edges }) => {
    const shared = group === undefined ? undefined : rolls.get(group);
    const rolled = shared ?? initiativeOf(block, edges ?? [], roll);
    if (group !== undefined) rolls.set(group, rolled);
    return { id, total: rolled.total, dexterity: block.abilities.dexterity, roll: rolled };
  });
  return entries.toSorted(compareInitiative);
}

function initiativeOf(block: Srd5eStatBlock, given: readonly Srd5eEdge[], roll: RollDice): D20 {
  const feral = classLevel(block, 'barbarian') >= FERAL_INSTINCT_LEVEL;
  const edges: readonly Srd5eEdge[] = feral ? [...given, 'advantage'] : given;
  return rollAbility(block, { ability: 'dexterity' }, (dice) => roll(dice, 'Initiative'), { edges });
}

/** Highest total first; a tie goes to the higher Dexterity score, then to the id that sorts first. */
export function compareInitiative(
  a: Pick<Initiative, 'id' | 'total' | 'dexterity'>,
  b: Pick<Initiative, 'id' | 'total' | 'dexterity'>,
): number {
  return b.total - a.total || b.dexterity - a.dexterity || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** What rolling initiative itself gives back: the last features of bards and monks who have nothing left. */
export function refreshedAtInitiative(block: Srd5eStatBlock): Srd5eStatBlock {
  const bard = classLevel(block, 'bard') === 20 ? regainedWhenEmpty(block, 'bardic_inspiration', 1) : block;
  return classLevel(block, 'monk') === 20 ? regainedWhenEmpty(bard, 'ki_points', 4) : bard;
}

function regainedWhenEmpty(block: Srd5eStatBlock, name: string, amount: number): Srd5eStatBlock {
  const { class_features } = block.resources;
  const pool = class_features[name];
  if (pool === undefined || pool.total === 'unlimited' || pool.used < pool.total) return block;
  const back = { ...pool, used: Math.max(0, pool.used - amount) };
  return { ...block, resources: { ...block.resources, class_features: { ...class_features, [name]: back } } };
}
