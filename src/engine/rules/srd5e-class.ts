import { z } from 'zod';

export const Srd5eClassName = z.enum([
  'barbarian',
  'bard',
  'cleric',
  'druid',
  'fighter',
  'monk',
  'paladin',
  'ranger',
  'rogue',
  'sorcerer',
  'warlock',
  'wizard',
]);
export type Srd5eClassName = z.infer<typeof Srd5eClassName>;

export const Srd5eLevel = z.int().min(1).max(20);

/** Levels in one class. The SRD's own subclasses are known to the rules by name; any other name is only text. */
export const Srd5eClassLevel = z.strictObject({
  class: Srd5eClassName,
  level: Srd5eLevel,
  subclass: z.string().min(1).nullable().default(null),
});
export type Srd5eClassLevel = z.infer<typeof Srd5eClassLevel>;

/** The SRD's one subclass per class, as authors write it. */
export const SRD5E_SUBCLASSES = {
  barbarian: 'path_of_the_berserker',
  bard: 'college_of_lore',
  cleric: 'life_domain',
  druid: 'circle_of_the_land',
  fighter: 'champion',
  monk: 'way_of_the_open_hand',
  paladin: 'oath_of_devotion',
  ranger: 'hunter',
  rogue: 'thief',
  sorcerer: 'draconic_bloodline',
  warlock: 'the_fiend',
  wizard: 'school_of_evocation',
} as const satisfies Record<Srd5eClassName, string>;
