import type { Srd5eAbility, Srd5eSkill } from '../srd5e-ability.ts';

/** The ability each skill normally goes with. Constitution has none. */
export const SKILL_ABILITY: Readonly<Record<Srd5eSkill, Srd5eAbility>> = {
  athletics: 'strength',
  acrobatics: 'dexterity',
  sleight_of_hand: 'dexterity',
  stealth: 'dexterity',
  arcana: 'intelligence',
  history: 'intelligence',
  investigation: 'intelligence',
  nature: 'intelligence',
  religion: 'intelligence',
  animal_handling: 'wisdom',
  insight: 'wisdom',
  medicine: 'wisdom',
  perception: 'wisdom',
  survival: 'wisdom',
  deception: 'charisma',
  intimidation: 'charisma',
  performance: 'charisma',
  persuasion: 'charisma',
};
