import { z } from 'zod';

/** The six abilities, in the order character sheets print them. */
export const Srd5eAbility = z.enum([
  'strength',
  'dexterity',
  'constitution',
  'intelligence',
  'wisdom',
  'charisma',
]);
export type Srd5eAbility = z.infer<typeof Srd5eAbility>;

export const Srd5eSkill = z.enum([
  'acrobatics',
  'animal_handling',
  'arcana',
  'athletics',
  'deception',
  'history',
  'insight',
  'intimidation',
  'investigation',
  'medicine',
  'nature',
  'perception',
  'performance',
  'persuasion',
  'religion',
  'sleight_of_hand',
  'stealth',
  'survival',
]);
export type Srd5eSkill = z.infer<typeof Srd5eSkill>;

/** A score from 1 (barely there) to 30 (beyond mortals). */
const Score = z.int().min(1).max(30);

export const Srd5eAbilityScores = z.strictObject({
  strength: Score,
  dexterity: Score,
  constitution: Score,
  intelligence: Score,
  wisdom: Score,
  charisma: Score,
});
export type Srd5eAbilityScores = z.infer<typeof Srd5eAbilityScores>;
