import { getClassLevel, getModifier } from './derived-numbers.ts';
import { type FeatureChoice, listFeatureChoices } from './feature-choices.ts';
import { canTakeClass, computeAverageHitPoints, SUBCLASS_CHOICE } from './levels.ts';
import { CLASS_TABLE } from './parts/class-table.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import { Srd5eClassName, type Srd5eHitDie } from './terms.ts';

/** Spells a class knows at each of its levels. */
const SPELLS_KNOWN: Partial<Readonly<Record<Srd5eClassName, readonly number[]>>> = {
  bard: [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 15, 16, 18, 19, 19, 20, 22, 22, 22],
  ranger: [0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11],
  sorcerer: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15, 15],
  warlock: [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15],
  wizard: Array.from({ length: 20 }, (_, index) => 6 + 2 * index),
};

/** Cantrips a class knows at level 1; one more at level 4 and at level 10. */
const FIRST_CANTRIPS: Partial<Readonly<Record<Srd5eClassName, number>>> = {
  bard: 2,
  cleric: 3,
  druid: 2,
  sorcerer: 4,
  warlock: 2,
  wizard: 3,
};
const MORE_CANTRIPS = [4, 10];

/** Choices the next level of a class asks for. */
export type LevelChoices = {
  readonly hitDie: Srd5eHitDie;
  /** Hit points without a roll, with the Constitution modifier. */
  readonly averageHitPoints: number;
  readonly isSubclassDue: boolean;
  /** Points for ability scores. */
  readonly points: 0 | 2;
  readonly cantrips: number;
  readonly spells: number;
  readonly highestSpellLevel: number;
  /** Features to choose, kind by kind. */
  readonly features: readonly FeatureChoice[];
};

/** Lists the choices the next level of a class asks for. */
export function listLevelChoices(
  block: Srd5eStatBlock,
  name: Srd5eClassName,
  chosenSubclass?: string,
): LevelChoices {
  const reached = getClassLevel(block, name) + 1;
  const { hitDie, improvementLevels } = CLASS_TABLE[name];
  const subclass = block.classes.find((entry) => entry.class === name)?.subclass ?? null;
  return {
    hitDie,
    averageHitPoints: Math.max(1, computeAverageHitPoints(name) + getModifier(block, 'constitution')),
    isSubclassDue: subclass === null && reached >= SUBCLASS_CHOICE[name],
    points: improvementLevels.includes(reached) ? 2 : 0,
    cantrips: countCantrips(name, reached) - countCantrips(name, reached - 1),
    spells: countSpells(block, name, reached) - countSpells(block, name, reached - 1),
    highestSpellLevel: findHighestSpellLevel(name, reached),
    features: listFeatureChoices(block, name, reached, subclass ?? chosenSubclass),
  };
}

/** Lists the classes a character may take its next level in: its own first. */
export function listClassesToTake(block: Srd5eStatBlock): readonly Srd5eClassName[] {
  const own = block.classes.map((entry) => entry.class);
  return [
    ...own,
    ...Srd5eClassName.options.filter((name) => !own.includes(name) && canTakeClass(block, name)),
  ];
}

function countCantrips(name: Srd5eClassName, level: number): number {
  const first = FIRST_CANTRIPS[name];
  if (first === undefined || level === 0) return 0;
  return first + MORE_CANTRIPS.filter((more) => more <= level).length;
}

/** Counts the spells known at a level of a class, or prepared by a class that prepares its spells. */
function countSpells(block: Srd5eStatBlock, name: Srd5eClassName, level: number): number {
  const { casting, castingAbility } = CLASS_TABLE[name];
  if (castingAbility === null || level === 0) return 0;
  const known = SPELLS_KNOWN[name];
  if (known !== undefined) return known[level - 1] ?? 0;
  const levels = casting === 'half' ? Math.floor(level / 2) : level;
  return levels === 0 ? 0 : Math.max(1, getModifier(block, castingAbility) + levels);
}

function findHighestSpellLevel(name: Srd5eClassName, level: number): number {
  switch (CLASS_TABLE[name].casting) {
    case 'none':
      return 0;
    case 'full':
      return Math.min(9, Math.ceil(level / 2));
    case 'pact':
      return Math.min(5, Math.ceil(level / 2));
    case 'half':
      return level < 2 ? 0 : Math.ceil(level / 4);
  }
}
