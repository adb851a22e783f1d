import { z } from 'zod';

export const Srd5eDamageType = z.enum([
  'acid',
  'bludgeoning',
  'cold',
  'fire',
  'force',
  'lightning',
  'necrotic',
  'piercing',
  'poison',
  'psychic',
  'radiant',
  'slashing',
  'thunder',
]);
export type Srd5eDamageType = z.infer<typeof Srd5eDamageType>;

/** What the thing that hurts is made of or made with; some defences do not hold against it. */
export const Srd5eDamageQuality = z.enum(['magical', 'silvered', 'adamantine']);
export type Srd5eDamageQuality = z.infer<typeof Srd5eDamageQuality>;

/**
 * A resistance, vulnerability or immunity: a damage type, or a damage type with the qualities that get
 * past it (`{ type: slashing, unless: [magical] }` is "slashing from nonmagical attacks").
 */
export const Srd5eDamageDefence = z.union([
  Srd5eDamageType,
  z.strictObject({ type: Srd5eDamageType, unless: z.array(Srd5eDamageQuality).min(1) }),
]);
export type Srd5eDamageDefence = z.infer<typeof Srd5eDamageDefence>;
