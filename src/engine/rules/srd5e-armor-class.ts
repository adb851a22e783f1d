import { modifierOf, subclassLevel } from './srd5e.ts';
import { SRD5E_SUBCLASSES } from './srd5e-class.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

const SHIELD = 2;
const MEDIUM_DEXTERITY_CAP = 2;

/** Armor Class as it stands: what is worn, or the best of the ways to go without. Cover comes on top. */
export function armorClass(block: Srd5eStatBlock): number {
  const { shield, bonus } = block.armor;
  const effects = block.active_effects.reduce((sum, effect) => sum + effect.armor_class, 0);
  return bodyArmor(block) + (shield ? SHIELD : 0) + bonus + effects;
}

function bodyArmor(block: Srd5eStatBlock): number {
  const { kind, base } = block.armor;
  const dexterity = modifierOf(block, 'dexterity');
  if (kind === 'heavy' || kind === 'natural') return base;
  if (kind === 'medium') return base + Math.min(dexterity, MEDIUM_DEXTERITY_CAP);
  if (kind === 'light') return base + dexterity;
  return Math.max(base + dexterity, unarmoredDefense(block), ...scalesOrSpell(block, dexterity));
}

/** Barbarians and monks each have their own; whoever is both keeps the one learned first. */
function unarmoredDefense(block: Srd5eStatBlock): number {
  const teacher = block.classes.find((entry) => entry.class === 'barbarian' || entry.class === 'monk');
  const unarmored = 10 + modifierOf(block, 'dexterity');
  if (teacher?.class === 'barbarian') return unarmored + modifierOf(block, 'constitution');
  if (teacher?.class === 'monk' && !block.armor.shield) return unarmored + modifierOf(block, 'wisdom');
  return 0;
}

function scalesOrSpell(block: Srd5eStatBlock, dexterity: number): number[] {
  const scales = subclassLevel(block, 'sorcerer', SRD5E_SUBCLASSES.sorcerer) > 0;
  return scales || block.armor.mage_armor ? [13 + dexterity] : [];
}
