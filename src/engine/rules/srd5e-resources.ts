import { z } from 'zod';

/** Uses out of a total. What remains is `total - used`, and never less than nothing. */
export const Srd5ePool = z
  .strictObject({ used: z.int().min(0).default(0), total: z.int().min(0) })
  .refine(({ used, total }) => used <= total, { error: 'used may not exceed total', path: ['used'] });
export type Srd5ePool = z.infer<typeof Srd5ePool>;

/** Which rest brings a feature back. Whatever a short rest restores, a long rest restores too. */
export const Srd5eRecovery = z.enum(['short_rest', 'long_rest', 'never']);
export type Srd5eRecovery = z.infer<typeof Srd5eRecovery>;

/** A class feature with limited uses, or at last unlimited ones; `die` when its uses are dice (bardic inspiration). */
export const Srd5eFeaturePool = z
  .strictObject({
    used: z.int().min(0).default(0),
    total: z.union([z.int().min(0), z.literal('unlimited')]),
    recovery: Srd5eRecovery,
    die: z
      .string()
      .regex(/^d(4|6|8|10|12)$/)
      .nullable()
      .default(null),
  })
  .refine(({ used, total }) => total === 'unlimited' || used <= total, {
    error: 'used may not exceed total',
    path: ['used'],
  });
export type Srd5eFeaturePool = z.infer<typeof Srd5eFeaturePool>;

export const Srd5eHitDie = z.enum(['d4', 'd6', 'd8', 'd10', 'd12', 'd20']);
export type Srd5eHitDie = z.infer<typeof Srd5eHitDie>;

export const Srd5eSpellLevel = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
export type Srd5eSpellLevel = z.infer<typeof Srd5eSpellLevel>;

/** A warlock's slots: all of one level. */
export const Srd5ePactSlots = z
  .strictObject({
    level: z.int().min(1).max(5),
    used: z.int().min(0).default(0),
    total: z.int().min(1).max(4),
  })
  .refine(({ used, total }) => used <= total, { error: 'used may not exceed total', path: ['used'] });
export type Srd5ePactSlots = z.infer<typeof Srd5ePactSlots>;

/** Everything that is spent in play and comes back by rest, by purchase, or not at all. */
export const Srd5eResources = z.strictObject({
  gold: z.int().min(0).default(0),
  hit_dice: z.partialRecord(Srd5eHitDie, Srd5ePool).default({}),
  spell_slots: z.partialRecord(Srd5eSpellLevel, Srd5ePool).default({}),
  pact_slots: Srd5ePactSlots.nullable().default(null),
  class_features: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), Srd5eFeaturePool).default({}),
  consumables: z.record(z.string().min(1), z.int().min(0)).default({}),
});
export type Srd5eResources = z.infer<typeof Srd5eResources>;
