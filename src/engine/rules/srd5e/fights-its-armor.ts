import type { Srd5eAbility } from '../srd5e-ability.ts';
import type { Srd5eStatBlock } from '../srd5e-stat-block.ts';

/** Armor one is not proficient with hinders everything done by Strength or Dexterity. */
export function fightsItsArmor({ armor }: Srd5eStatBlock, ability: Srd5eAbility): boolean {
  const worn = armor.shield || armor.kind === 'light' || armor.kind === 'medium' || armor.kind === 'heavy';
  return worn && !armor.proficient && (ability === 'strength' || ability === 'dexterity');
}
