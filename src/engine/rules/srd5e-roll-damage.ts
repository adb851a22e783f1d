import { signed } from './srd5e/signed.ts';
import { modifierOf } from './srd5e.ts';
import type { Srd5eAttack } from './srd5e-attack.ts';
import type { Damage } from './srd5e-damage.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Rolls all dice of an attack that hit. A critical hit rolls twice the dice; modifiers are added once. */
export function rollDamage(
  attacker: Srd5eStatBlock,
  attack: Srd5eAttack,
  critical: boolean,
  roll: RollDice,
): Damage {
  const parts = attack.damage.map(({ dice, type }, index) => {
    const modifier = index === 0 && attack.adds_modifier ? modifierOf(attacker, attack.ability) : 0;
    const purpose = `${attack.name} damage`;
    const total = dice.includes('d')
      ? roll(damageExpression(dice, modifier, critical), purpose, { damageType: type }).total
      : Number(dice) + modifier;
    return { amount: Math.max(0, total), type };
  });
  return { parts, qualities: attack.qualities, critical };
}

/** `1d8+2` with a modifier of 3 is `1d8+5`; critical, it is `2d8+5`. */
export function damageExpression(dice: string, modifier: number, critical: boolean): string {
  const [, count, sides, own = '0'] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(dice) ?? [];
  if (count === undefined || sides === undefined) {
    throw new RangeError(`damage dice look like 2d6 or 1d8+2, not ${dice}`);
  }
  return `${critical ? Number(count) * 2 : count}d${sides}${signed(Number(own) + modifier)}`;
}
