import { EXHAUSTION_LEVELS } from './srd5e/exhaustion.ts';
import { fightsItsArmor } from './srd5e/fights-its-armor.ts';
import { titled } from './srd5e/titled.ts';
import { classLevel } from './srd5e.ts';
import type { Srd5eAbility } from './srd5e-ability.ts';
import { abilityOf, checkBonus, isProficient, type Srd5eCheck, savingThrowBonus } from './srd5e-checks.ts';
import { conditionEffects } from './srd5e-conditions.ts';
import { combineEdges, type D20, rollD20, type Srd5eEdge } from './srd5e-edge.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** What the stat block cannot know about a roll. */
export type CheckCircumstances = {
  /** Edges from help, inspiration, spells, the place. */
  readonly edges?: readonly Srd5eEdge[];
  /** The sense without which the check is hopeless. */
  readonly reliesOn?: 'sight' | 'hearing';
  /** False when whatever frightens the creature is out of its sight. */
  readonly seesFear?: boolean;
};

/** `roll` is null when the outcome needed no dice. */
export type CheckResult = {
  readonly success: boolean;
  readonly difficulty: number;
  readonly roll: D20 | null;
};

/** From this rogue level on, a low face of a trained check counts as 10. */
export const RELIABLE_TALENT_LEVEL = 11;

/** Rolls an ability check against a difficulty. A natural 1 or 20 means nothing special here. */
export function rollCheck(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  difficulty: number,
  roll: RollDice,
  circumstances: CheckCircumstances = {},
): CheckResult {
  if (lacksSense(block, circumstances)) return { success: false, difficulty, roll: null };
  const rolled = rollAbility(block, check, roll, circumstances, difficulty);
  return { success: rolled.total >= difficulty, difficulty, roll: rolled };
}

/** The bare roll of an ability check: for contests, hiding and initiative. */
export function rollAbility(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  roll: RollDice,
  circumstances: CheckCircumstances = {},
  difficulty?: number,
): D20 {
  const label = titled('skill' in check ? check.skill : check.ability);
  const steady = classLevel(block, 'rogue') >= RELIABLE_TALENT_LEVEL && isProficient(block, check);
  // A low face that counts as 10 would be judged wrongly by its line, so a steady roll names no target.
  const target =
    steady || difficulty === undefined ? undefined : ({ kind: 'DC', value: difficulty } as const);
  const edge = checkEdge(block, check, circumstances);
  const rolled = rollD20(roll, edge, checkBonus(block, check), `${label} check`, target);
  return steady && rolled.natural < 10 ? { ...rolled, natural: 10, total: 10 + rolled.bonus } : rolled;
}

/** Advantage or disadvantage on an ability check, everything weighed. */
export function checkEdge(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  { edges = [], seesFear = true }: CheckCircumstances = {},
): Srd5eEdge {
  const all: Srd5eEdge[] = [...edges];
  for (const effect of conditionEffects(block)) {
    if (effect.onlyWhileSourceInSight && !seesFear) continue;
    if (effect.abilityChecks) all.push(effect.abilityChecks);
  }
  const sneaking = 'skill' in check && check.skill === 'stealth' && block.armor.stealth_disadvantage;
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAbilityChecks;
  if (tired || sneaking || fightsItsArmor(block, abilityOf(check))) all.push('disadvantage');
  return combineEdges(all);
}

function lacksSense(block: Srd5eStatBlock, { reliesOn }: CheckCircumstances): boolean {
  return conditionEffects(block).some(
    ({ checksThatFail }) => checksThatFail !== undefined && checksThatFail === reliesOn,
  );
}

/** Rolls a saving throw. Some conditions make it fail without a roll. */
export function rollSave(
  block: Srd5eStatBlock,
  ability: Srd5eAbility,
  difficulty: number,
  roll: RollDice,
  circumstances: { readonly edges?: readonly Srd5eEdge[]; readonly bonus?: number } = {},
): CheckResult {
  const { edges = [], bonus = 0 } = circumstances;
  const hopeless = conditionEffects(block).some(({ savesThatFail }) => savesThatFail?.includes(ability));
  if (hopeless) return { success: false, difficulty, roll: null };
  const total = savingThrowBonus(block, ability) + bonus;
  const edge = saveEdge(block, ability, edges);
  const purpose = `${titled(ability)} saving throw`;
  const rolled = rollD20(roll, edge, total, purpose, { kind: 'DC', value: difficulty });
  return { success: rolled.total >= difficulty, difficulty, roll: rolled };
}

/** Advantage or disadvantage on a saving throw, everything weighed. */
export function saveEdge(
  block: Srd5eStatBlock,
  ability: Srd5eAbility,
  edges: readonly Srd5eEdge[] = [],
): Srd5eEdge {
  const all: Srd5eEdge[] = [...edges];
  for (const { saves } of conditionEffects(block)) {
    if (saves?.ability === ability) all.push(saves.pull);
  }
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  if (tired || fightsItsArmor(block, ability)) all.push('disadvantage');
  return combineEdges(all);
}
