import { z } from 'zod';
import { Srd5eAbility } from './srd5e-ability.ts';
import { Srd5eDamageQuality, Srd5eDamageType } from './srd5e-damage-type.ts';

/** Dice of one damage type: `2d6`, `1d8+2`, or a bare number. */
export const Srd5eAttackDamage = z.strictObject({
  dice: z.string().regex(/^(\d{1,2}d\d{1,3}([+-]\d{1,3})?|\d{1,3})$/),
  type: Srd5eDamageType,
});
export type Srd5eAttackDamage = z.infer<typeof Srd5eAttackDamage>;

/**
 * An attack a creature can make again and again. The ability modifier goes on the first line of damage
 * unless `adds_modifier` says otherwise (spells, off-hand weapons, and monsters whose dice already hold it).
 */
export const Srd5eAttack = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[^\r\n]+$/),
  kind: z.enum(['melee_weapon', 'ranged_weapon', 'melee_spell', 'ranged_spell']).default('melee_weapon'),
  ability: Srd5eAbility.default('strength'),
  proficient: z.boolean().default(true),
  bonus: z.int().min(-10).max(10).default(0),
  adds_modifier: z.boolean().default(true),
  damage: z.array(Srd5eAttackDamage).default([]),
  qualities: z.array(Srd5eDamageQuality).default([]),
});
export type Srd5eAttack = z.infer<typeof Srd5eAttack>;
