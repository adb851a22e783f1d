import { CLASS_TABLE } from './srd5e/class-table.ts';
import { SKILL_ABILITY } from './srd5e/skills.ts';
import { classLevel, modifierOf, proficiencyBonus, subclassLevel } from './srd5e.ts';
import type { Srd5eAbility, Srd5eSkill } from './srd5e-ability.ts';
import { SRD5E_SUBCLASSES, type Srd5eClassName } from './srd5e-class.ts';
import type { Srd5eEdge } from './srd5e-edge.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** An ability check, with a skill or without. A skill goes with its usual ability unless another is named. */
export type Srd5eCheck =
  | { readonly skill: Srd5eSkill; readonly ability?: Srd5eAbility }
  | { readonly ability: Srd5eAbility };

export function abilityOf(check: Srd5eCheck): Srd5eAbility {
  if ('skill' in check) return check.ability ?? SKILL_ABILITY[check.skill];
  return check.ability;
}

/** What is added to the d20 of an ability check. */
export function checkBonus(block: Srd5eStatBlock, check: Srd5eCheck): number {
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.ability_checks, 0);
  return modifierOf(block, abilityOf(check)) + checkProficiency(block, check) + effects;
}

/** Whether the check already includes the proficiency bonus; half a bonus from elsewhere does not count. */
export function isProficient(block: Srd5eStatBlock, check: Srd5eCheck): boolean {
  return 'skill' in check && block.skills[check.skill] !== undefined;
}

function checkProficiency(block: Srd5eStatBlock, check: Srd5eCheck): number {
  const bonus = proficiencyBonus(block);
  const training = 'skill' in check ? block.skills[check.skill] : undefined;
  if (training === 'expertise') return bonus * 2;
  if (training === 'proficient') return bonus;
  return Math.max(jackOfAllTrades(block, bonus), remarkableAthlete(block, bonus, abilityOf(check)));
}

function jackOfAllTrades(block: Srd5eStatBlock, bonus: number): number {
  return classLevel(block, 'bard') >= 2 ? Math.floor(bonus / 2) : 0;
}

const ATHLETE: readonly Srd5eAbility[] = ['strength', 'dexterity', 'constitution'];

function remarkableAthlete(block: Srd5eStatBlock, bonus: number, ability: Srd5eAbility): number {
  const athlete = subclassLevel(block, 'fighter', SRD5E_SUBCLASSES.fighter) >= 7;
  return athlete && ATHLETE.includes(ability) ? Math.ceil(bonus / 2) : 0;
}

/** What is added to the d20 of a saving throw. */
export function savingThrowBonus(block: Srd5eStatBlock, ability: Srd5eAbility): number {
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.saving_throws, 0);
  const training = isSaveProficient(block, ability) ? proficiencyBonus(block) : 0;
  return modifierOf(block, ability) + training + auraOfProtection(block) + effects;
}

/** Proficient by the class the character began in, by its own list, or by a late feature. */
export function isSaveProficient(block: Srd5eStatBlock, ability: Srd5eAbility): boolean {
  const [first] = block.classes;
  if (block.saving_throws.includes(ability)) return true;
  if (first !== undefined && CLASS_TABLE[first.class].savingThrows.includes(ability)) return true;
  if (classLevel(block, 'monk') >= 14) return true;
  return ability === 'wisdom' && classLevel(block, 'rogue') >= 15;
}

/** The paladin's own share of the aura; allies nearby are the caller's to judge. */
export function auraOfProtection(block: Srd5eStatBlock): number {
  const shines = classLevel(block, 'paladin') >= 6 && block.status === 'conscious';
  return shines ? Math.max(1, modifierOf(block, 'charisma')) : 0;
}

/** The score of a check nobody rolls: 10 and the bonus, 5 more or less under an edge. */
export function passiveScore(block: Srd5eStatBlock, check: Srd5eCheck, edge: Srd5eEdge = 'none'): number {
  const tilt = { advantage: 5, disadvantage: -5, none: 0 }[edge];
  return 10 + checkBonus(block, check) + tilt;
}

/** The difficulty to resist a spell of that class; null when the creature casts no spells by it. */
export function spellSaveDifficulty(block: Srd5eStatBlock, name: Srd5eClassName): number | null {
  const bonus = spellAttackBonus(block, name);
  return bonus === null ? null : 8 + bonus;
}

/** What is added to a spell attack of that class; null when the creature casts no spells by it. */
export function spellAttackBonus(block: Srd5eStatBlock, name: Srd5eClassName): number | null {
  const { castingAbility } = CLASS_TABLE[name];
  if (castingAbility === null || classLevel(block, name) === 0) return null;
  return proficiencyBonus(block) + modifierOf(block, castingAbility);
}
