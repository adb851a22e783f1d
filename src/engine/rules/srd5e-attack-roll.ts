import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { EXHAUSTION_LEVELS } from './srd5e/exhaustion.ts';
import { fightsItsArmor } from './srd5e/fights-its-armor.ts';
import { modifierOf, proficiencyBonus, subclassLevel } from './srd5e.ts';
import { armorClass } from './srd5e-armor-class.ts';
import type { Srd5eAttack } from './srd5e-attack.ts';
import { SRD5E_SUBCLASSES } from './srd5e-class.ts';
import { conditionEffects, isIncapacitated } from './srd5e-conditions.ts';
import { combineEdges, type D20, rollD20, type Srd5eEdge } from './srd5e-edge.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type Srd5eCover = 'none' | 'half' | 'three_quarters' | 'total';

/** What the stat blocks cannot know about an attack. */
export type AttackCircumstances = {
  readonly distanceFeet: number;
  readonly cover?: Srd5eCover;
  /** A foe within 5 feet of the attacker that sees it and can act: spoils ranged attacks. */
  readonly foeAtHand?: boolean;
  readonly attackerSeesTarget?: boolean;
  readonly targetSeesAttacker?: boolean;
  /** False when whatever frightens the attacker is out of its sight. */
  readonly seesFear?: boolean;
  readonly edges?: readonly Srd5eEdge[];
};

export type AttackResult = {
  readonly hit: boolean;
  readonly critical: boolean;
  readonly armorClass: number;
  readonly roll: D20;
};

/** A creature close enough to be stabbed where it lies. */
const CLOSE_FEET = 5;
const COVER_BONUS = { none: 0, half: 2, three_quarters: 5 } as const;

/** What is added to the d20 of an attack. */
export function attackBonus(attacker: Srd5eStatBlock, attack: Srd5eAttack): number {
  const training = attack.proficient ? proficiencyBonus(attacker) : 0;
  const effects = attacker.active_effects.reduce((sum, effect) => sum + effect.attack_rolls, 0);
  return modifierOf(attacker, attack.ability) + training + attack.bonus + effects;
}

/** Why an attack cannot be made at all; null when it can. `targetId` is compared with the source of a charm. */
export function attackRefusal(
  attacker: Srd5eStatBlock,
  targetId: string,
  circumstances: AttackCircumstances,
): Rejection | null {
  if (isIncapacitated(attacker)) return reject('incapacitated', 'the attacker can take no actions');
  const charmed = attacker.conditions.some(({ name, source }) => name === 'charmed' && source === targetId);
  if (charmed) return reject('charmed', `the attacker is charmed by ${targetId} and cannot attack it`);
  if (circumstances.cover === 'total') return reject('total-cover', `${targetId} is behind total cover`);
  return null;
}

/**
 * Rolls to hit. A natural 1 always misses, a natural 20 always hits and is critical, and a hit at arm's length on a
 * paralyzed or unconscious target is critical too. Ask `attackRefusal` first whether it may be tried.
 */
export function rollAttack(
  attacker: Srd5eStatBlock,
  target: Srd5eStatBlock,
  attack: Srd5eAttack,
  circumstances: AttackCircumstances,
  roll: RollDice,
): AttackResult {
  const edge = attackEdge(attacker, target, attack, circumstances);
  const cover = circumstances.cover ?? 'none';
  const defence = armorClass(target) + (cover === 'total' ? 0 : COVER_BONUS[cover]);
  const against = { kind: 'AC', value: Math.max(0, defence) } as const;
  const rolled = rollD20(roll, edge, attackBonus(attacker, attack), `${attack.name} attack roll`, against);
  const strikes = rolled.natural >= criticalFrom(attacker, attack);
  // Only a natural 20 hits by itself; a champion's 18 or 19 is critical if it hits.
  const hit = rolled.natural === 20 || (rolled.natural !== 1 && rolled.total >= defence);
  const atMercy = circumstances.distanceFeet <= CLOSE_FEET && isAtMercy(target);
  return { hit, critical: hit && (strikes || atMercy), armorClass: defence, roll: rolled };
}

function isAtMercy(target: Srd5eStatBlock): boolean {
  return conditionEffects(target).some(({ closeHitsAreCritical }) => closeHitsAreCritical);
}

function criticalFrom(attacker: Srd5eStatBlock, attack: Srd5eAttack): number {
  const champion = subclassLevel(attacker, 'fighter', SRD5E_SUBCLASSES.fighter);
  const weapon = attack.kind === 'melee_weapon' || attack.kind === 'ranged_weapon';
  if (!weapon || champion < 3) return 20;
  return champion < 15 ? 19 : 18;
}

/** Advantage or disadvantage on an attack, everything weighed. */
export function attackEdge(
  attacker: Srd5eStatBlock,
  target: Srd5eStatBlock,
  attack: Srd5eAttack,
  circumstances: AttackCircumstances,
): Srd5eEdge {
  const { edges = [] } = circumstances;
  return combineEdges([
    ...edges,
    ...edgesOfAttacker(attacker, attack, circumstances),
    ...edgesOfTarget(target, circumstances),
    ...edgesOfSight(circumstances),
  ]);
}

function edgesOfAttacker(
  attacker: Srd5eStatBlock,
  attack: Srd5eAttack,
  { seesFear = true, foeAtHand = false }: AttackCircumstances,
): Srd5eEdge[] {
  const felt = conditionEffects(attacker).filter((effect) => seesFear || !effect.onlyWhileSourceInSight);
  const edges: Srd5eEdge[] = felt.flatMap(({ ownAttacks }) => ownAttacks ?? []);
  const ranged = attack.kind === 'ranged_weapon' || attack.kind === 'ranged_spell';
  const tired = attacker.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  if (tired || (ranged && foeAtHand) || fightsItsArmor(attacker, attack.ability)) edges.push('disadvantage');
  return edges;
}

function edgesOfTarget(target: Srd5eStatBlock, { distanceFeet }: AttackCircumstances): Srd5eEdge[] {
  const byDistance = distanceFeet <= CLOSE_FEET ? 'advantage' : 'disadvantage';
  return conditionEffects(target).flatMap(({ attacksAgainst }) =>
    attacksAgainst === 'by_distance' ? byDistance : (attacksAgainst ?? []),
  );
}

function edgesOfSight(circumstances: AttackCircumstances): Srd5eEdge[] {
  const { attackerSeesTarget = true, targetSeesAttacker = true } = circumstances;
  return [
    ...(attackerSeesTarget ? [] : (['disadvantage'] as const)),
    ...(targetSeesAttacker ? [] : (['advantage'] as const)),
  ];
}
