import { z } from 'zod';
import { ARMOR_TABLE, type ArmorName, type ArmorRow } from './srd5e/armor-table.ts';

/**
 * What protects a creature. `base` is the armor's own number: 10 unarmored, 11 leather, 13 chain shirt, 18
 * plate, or the whole figure for `natural` armor, to which nothing but the shield and bonus is added.
 */
export const Srd5eArmor = z.strictObject({
  kind: z.enum(['unarmored', 'light', 'medium', 'heavy', 'natural']).default('unarmored'),
  name: z.string().min(1).nullable().default(null),
  base: z.int().min(0).max(30).default(10),
  shield: z.boolean().default(false),
  bonus: z.int().min(-10).max(10).default(0),
  mage_armor: z.boolean().default(false),
  strength_required: z.int().min(0).max(30).default(0),
  stealth_disadvantage: z.boolean().default(false),
  proficient: z.boolean().default(true),
});
export type Srd5eArmor = z.infer<typeof Srd5eArmor>;

/** The armors of the SRD by the name authors write; `wearing('chain_mail')` is a whole `armor` field. */
export function wearing(name: ArmorName): Srd5eArmor {
  const row: ArmorRow = ARMOR_TABLE[name];
  return Srd5eArmor.parse({
    kind: row.kind,
    name,
    base: row.base,
    strength_required: row.strengthRequired ?? 0,
    stealth_disadvantage: row.stealthDisadvantage ?? false,
  });
}
