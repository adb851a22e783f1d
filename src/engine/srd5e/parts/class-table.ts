import type { Srd5eAbility, Srd5eClassName, Srd5eHitDie } from '../terms.ts';

/** Share of class levels that counts toward spell slots; `pact` has slots of its own. */
export type Casting = 'none' | 'full' | 'half' | 'pact';

export type ClassRow = {
  readonly hitDie: Srd5eHitDie;
  readonly savingThrows: readonly [Srd5eAbility, Srd5eAbility];
  readonly casting: Casting;
  readonly castingAbility: Srd5eAbility | null;
  /** Ability groups that must reach 13 to multiclass: every group, by any one of its members. */
  readonly prerequisites: readonly (readonly Srd5eAbility[])[];
  readonly improvementLevels: readonly number[];
};

const USUAL_IMPROVEMENTS = [4, 8, 12, 16, 19];

export const CLASS_TABLE: Readonly<Record<Srd5eClassName, ClassRow>> = {
  barbarian: {
    hitDie: 'd12',
    savingThrows: ['strength', 'constitution'],
    casting: 'none',
    castingAbility: null,
    prerequisites: [['strength']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  bard: {
    hitDie: 'd8',
    savingThrows: ['dexterity', 'charisma'],
    casting: 'full',
    castingAbility: 'charisma',
    prerequisites: [['charisma']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  cleric: {
    hitDie: 'd8',
    savingThrows: ['wisdom', 'charisma'],
    casting: 'full',
    castingAbility: 'wisdom',
    prerequisites: [['wisdom']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  druid: {
    hitDie: 'd8',
    savingThrows: ['intelligence', 'wisdom'],
    casting: 'full',
    castingAbility: 'wisdom',
    prerequisites: [['wisdom']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  fighter: {
    hitDie: 'd10',
    savingThrows: ['strength', 'constitution'],
    casting: 'none',
    castingAbility: null,
    prerequisites: [['strength', 'dexterity']],
    improvementLevels: [4, 6, 8, 12, 14, 16, 19],
  },
  monk: {
    hitDie: 'd8',
    savingThrows: ['strength', 'dexterity'],
    casting: 'none',
    castingAbility: null,
    prerequisites: [['dexterity'], ['wisdom']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  paladin: {
    hitDie: 'd10',
    savingThrows: ['wisdom', 'charisma'],
    casting: 'half',
    castingAbility: 'charisma',
    prerequisites: [['strength'], ['charisma']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  ranger: {
    hitDie: 'd10',
    savingThrows: ['strength', 'dexterity'],
    casting: 'half',
    castingAbility: 'wisdom',
    prerequisites: [['dexterity'], ['wisdom']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  rogue: {
    hitDie: 'd8',
    savingThrows: ['dexterity', 'intelligence'],
    casting: 'none',
    castingAbility: null,
    prerequisites: [['dexterity']],
    improvementLevels: [4, 8, 10, 12, 16, 19],
  },
  sorcerer: {
    hitDie: 'd6',
    savingThrows: ['constitution', 'charisma'],
    casting: 'full',
    castingAbility: 'charisma',
    prerequisites: [['charisma']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  warlock: {
    hitDie: 'd8',
    savingThrows: ['wisdom', 'charisma'],
    casting: 'pact',
    castingAbility: 'charisma',
    prerequisites: [['charisma']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
  wizard: {
    hitDie: 'd6',
    savingThrows: ['intelligence', 'wisdom'],
    casting: 'full',
    castingAbility: 'intelligence',
    prerequisites: [['intelligence']],
    improvementLevels: USUAL_IMPROVEMENTS,
  },
};
