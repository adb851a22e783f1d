import { z } from 'zod';
import { Srd5eConditionEnd } from './srd5e-condition.ts';
import { Srd5eDamageDefence } from './srd5e-damage-type.ts';

const Bonus = z.int().min(-20).max(20).default(0);

/**
 * Something at work on a creature that is no condition: a spell, a rage, a potion. Its numbers are added to
 * the creature's own while it lasts. Two effects of the same name do not add up; the later one replaces.
 */
export const Srd5eEffect = z.strictObject({
  name: z.string().min(1),
  source: z.string().min(1),
  ends: Srd5eConditionEnd.prefault({ when: 'removed' }),
  armor_class: Bonus,
  attack_rolls: Bonus,
  ability_checks: Bonus,
  saving_throws: Bonus,
  speed: z.int().min(-120).max(120).default(0),
  resistances: z.array(Srd5eDamageDefence).default([]),
  vulnerabilities: z.array(Srd5eDamageDefence).default([]),
  immunities: z.array(Srd5eDamageDefence).default([]),
});
export type Srd5eEffect = z.infer<typeof Srd5eEffect>;
