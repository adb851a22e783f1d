import { formatSigned } from '#engine/util/format-signed.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { RollDice } from './checks.ts';
import {
  getCharacterLevel,
  getClassLevel,
  getHitPointMaximum,
  getModifier,
  getProficiencyBonus,
} from './derived-numbers.ts';
import { listFeatureChoices, takeFeature } from './feature-choices.ts';
import { CLASS_FEATURES } from './parts/class-features.ts';
import { applyClassResources } from './parts/class-resources.ts';
import { CLASS_TABLE } from './parts/class-table.ts';
import { restoreHitPoints } from './parts/hit-point-status.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import { SRD5E_SUBCLASSES, Srd5eAbility, type Srd5eClassLevel, type Srd5eClassName } from './terms.ts';

/** Experience points at which a character may reach level 1, 2, 3… 20. */
const EXPERIENCE_FOR_LEVEL: readonly number[] = [
  0, 300, 900, 2_700, 6_500, 14_000, 23_000, 34_000, 48_000, 64_000, 85_000, 100_000, 120_000, 140_000,
  165_000, 195_000, 225_000, 265_000, 305_000, 355_000,
];

/** Experience for overcoming a creature. A challenge rating of 0 is worth nothing without effective attacks. */
const EXPERIENCE_FOR_CHALLENGE: Readonly<Record<string, number>> = {
  0: 10,
  '1/8': 25,
  '1/4': 50,
  '1/2': 100,
  1: 200,
  2: 450,
  3: 700,
  4: 1_100,
  5: 1_800,
  6: 2_300,
  7: 2_900,
  8: 3_900,
  9: 5_000,
  10: 5_900,
  11: 7_200,
  12: 8_400,
  13: 10_000,
  14: 11_500,
  15: 13_000,
  16: 15_000,
  17: 18_000,
  18: 20_000,
  19: 22_000,
  20: 25_000,
  21: 33_000,
  22: 41_000,
  23: 50_000,
  24: 62_000,
  25: 75_000,
  26: 90_000,
  27: 105_000,
  28: 120_000,
  29: 135_000,
  30: 155_000,
};

/** Finds the level these experience points allow, 1 to 20. */
export function findExperienceLevel(experience: number): number {
  return EXPERIENCE_FOR_LEVEL.filter((threshold) => threshold <= experience).length;
}

/** Returns the experience points required for the next level; null at level 20 and for creatures without classes. */
export function getNextLevelExperience(block: Srd5eStatBlock): number | null {
  const level = getCharacterLevel(block);
  return level === 0 ? null : (EXPERIENCE_FOR_LEVEL[level] ?? null);
}

type ExperienceGain = {
  readonly block: Srd5eStatBlock;
  /** Levels the character may now take, one at a time (see `raiseLevel`). */
  readonly levelsDue: number;
};

export function gainExperience(block: Srd5eStatBlock, amount: number): ExperienceGain | Rejection {
  if (amount < 0)
    return reject('negative-experience', `experience is never lost; ${amount} is below 0`, ['amount']);
  const after = { ...block, experience: block.experience + amount };
  return { block: after, levelsDue: countLevelsDue(after) };
}

/** Counts the levels the character's experience allows beyond those it has. */
export function countLevelsDue(block: Srd5eStatBlock): number {
  const level = getCharacterLevel(block);
  return level === 0 ? 0 : Math.max(0, findExperienceLevel(block.experience) - level);
}

/** Returns the experience for overcoming a creature, by its challenge rating; 0 without one. */
export function getChallengeExperience(block: Srd5eStatBlock): number {
  const { challenge_rating, attacks } = block;
  if (challenge_rating === null || (challenge_rating === 0 && attacks.length === 0)) return 0;
  return EXPERIENCE_FOR_CHALLENGE[challenge_rating] ?? 0;
}

type LevelChoice = {
  readonly class: Srd5eClassName;
  readonly hitPoints: 'average' | 'roll';
  /** Subclass, named at the level that requires one; kept ever after. */
  readonly subclass?: string;
  /** True when the story grants the level, independent of experience points. */
  readonly milestone?: boolean;
};

/** Choices for one level. All that is left out is completed by the rules. */
export type LevelPlan = LevelChoice & {
  /** One score by 2 or two by 1, at a level that improves abilities. */
  readonly abilities?: Partial<Readonly<Record<Srd5eAbility, number>>>;
  /** Names of spells learned. */
  readonly spells?: readonly string[];
  /** Names of features chosen, as `listFeatureChoices` gives them. */
  readonly features?: readonly string[];
};

/** Class level at which the subclass is chosen. */
export const SUBCLASS_CHOICE: Readonly<Record<Srd5eClassName, number>> = {
  barbarian: 3,
  bard: 3,
  cleric: 1,
  druid: 2,
  fighter: 3,
  monk: 3,
  paladin: 3,
  ranger: 3,
  rogue: 3,
  sorcerer: 1,
  warlock: 1,
  wizard: 2,
};

/**
 * Takes one level with everything it asks for: hit points, subclass, ability improvement, features and spells. A subclass
 * that is due and not named is the SRD's own; points that are due and not placed go to the ability the class builds on.
 */
export function takeLevel(block: Srd5eStatBlock, plan: LevelPlan, roll: RollDice): LevelGain | Rejection {
  const { abilities, spells = [], features = [], ...choice } = plan;
  const reached = getClassLevel(block, plan.class) + 1;
  const isSubclassDue = reached >= SUBCLASS_CHOICE[plan.class];
  const subclass = plan.subclass ?? SRD5E_SUBCLASSES[plan.class];
  const { subclass: _chosen, ...rest } = choice;
  const gain = raiseLevel(block, isSubclassDue ? { ...rest, subclass } : rest, roll);
  if ('rejected' in gain) return gain;
  if (abilities !== undefined && !gain.improvementDue) {
    return reject('no-improvement-due', `${plan.class} ${reached} improves no ability score`, ['abilities']);
  }
  const improved = gain.improvementDue
    ? improveAbilities(gain.block, abilities ?? placePoints(gain.block, plan.class))
    : gain.block;
  if ('rejected' in improved) return improved;
  const offered = listFeatureChoices(block, plan.class, reached, isSubclassDue ? subclass : undefined);
  const strange = features.find((name) => offered.every(({ options }) => !options.includes(name)));
  if (strange !== undefined)
    return reject('no-such-choice', `${plan.class} ${reached} does not offer ${strange}`, ['features']);
  const learned: Srd5eStatBlock = {
    ...improved,
    features: [...new Set([...improved.features, ...gain.features])],
    spells_known: [...new Set([...improved.spells_known, ...spells])],
  };
  return { ...gain, block: features.reduce(takeFeature, learned) };
}

/** Places what is left of two points on the abilities a class builds on, then on Constitution, then wherever there is room. */
export function placePoints(
  block: Srd5eStatBlock,
  name: Srd5eClassName,
  chosen: Partial<Readonly<Record<Srd5eAbility, number>>> = {},
): Partial<Readonly<Record<Srd5eAbility, number>>> {
  const order = [...CLASS_TABLE[name].prerequisites.flat(), 'constitution' as const, ...Srd5eAbility.options];
  const placed: Partial<Record<Srd5eAbility, number>> = { ...chosen };
  let left = Object.values(placed).reduce((rest, points) => rest - points, POINTS);
  for (const ability of order) {
    const room = HIGHEST_SCORE - block.abilities[ability] - (placed[ability] ?? 0);
    const points = Math.max(0, Math.min(left, room));
    if (points > 0) placed[ability] = (placed[ability] ?? 0) + points;
    left -= points;
  }
  return placed;
}

type LevelGain = {
  readonly block: Srd5eStatBlock;
  readonly level: number;
  readonly classLevel: number;
  readonly hitPointsGained: number;
  readonly proficiencyBonus: number;
  /** The names of the class features this level brings. */
  readonly features: readonly string[];
  /** An ability score improvement is due (see `improveAbilities`). */
  readonly improvementDue: boolean;
};

/** Takes one level in a class: hit points, a hit die, and every total the new level raises. */
export function raiseLevel(
  block: Srd5eStatBlock,
  choice: LevelChoice,
  roll: RollDice,
): LevelGain | Rejection {
  const refusal = levelRefusal(block, choice);
  if (refusal) return refusal;
  const classes = withLevel(block.classes, choice);
  const grown = { ...block, classes };
  const hitPointsGained = rolledHitPoints(grown, choice, roll);
  const after = applyClassResources(withHitPoints(grown, hitPointsGained));
  const reached = getClassLevel(after, choice.class);
  return {
    block: after,
    level: getCharacterLevel(after),
    classLevel: reached,
    hitPointsGained,
    proficiencyBonus: getProficiencyBonus(after),
    features: CLASS_FEATURES[choice.class][reached] ?? [],
    improvementDue: CLASS_TABLE[choice.class].improvementLevels.includes(reached),
  };
}

function levelRefusal(block: Srd5eStatBlock, choice: LevelChoice): Rejection | null {
  const level = getCharacterLevel(block);
  if (block.status === 'dead') return reject('creature-dead', 'the dead gain no levels');
  if (level === 0) return reject('no-class', 'a creature without classes does not gain levels');
  if (level === 20) return reject('highest-level', 'level 20 is the highest');
  if (!choice.milestone && countLevelsDue(block) === 0) {
    const needed = getNextLevelExperience(block);
    return reject(
      'not-enough-experience',
      `level ${level + 1} needs ${needed} experience, not ${block.experience}`,
    );
  }
  return getClassLevel(block, choice.class) > 0 ? null : multiclassRefusal(block, choice.class);
}

/** Tells whether a character may take a level in a class: its own, or a second one it is apt for. */
export function canTakeClass(block: Srd5eStatBlock, name: Srd5eClassName): boolean {
  return getClassLevel(block, name) > 0 || multiclassRefusal(block, name) === null;
}

const PREREQUISITE_SCORE = 13;

/**
 * Checks the requirements of a second class: aptitude in the new class and in every class the character already has.
 */
function multiclassRefusal(block: Srd5eStatBlock, name: Srd5eClassName): Rejection | null {
  for (const candidate of [name, ...block.classes.map((entry) => entry.class)]) {
    for (const abilities of CLASS_TABLE[candidate].prerequisites) {
      if (abilities.some((ability) => block.abilities[ability] >= PREREQUISITE_SCORE)) continue;
      const reason = `${candidate} asks for ${abilities.join(' or ')} ${PREREQUISITE_SCORE} to multiclass`;
      return reject('prerequisite-unmet', reason, ['class']);
    }
  }
  return null;
}

function withLevel(classes: readonly Srd5eClassLevel[], choice: LevelChoice): Srd5eClassLevel[] {
  if (!classes.some((entry) => entry.class === choice.class)) {
    return [...classes, { class: choice.class, level: 1, subclass: choice.subclass ?? null }];
  }
  return classes.map((entry) => {
    if (entry.class !== choice.class) return entry;
    return { ...entry, level: entry.level + 1, subclass: entry.subclass ?? choice.subclass ?? null };
  });
}

/** Rolls the hit points of a level: at least 1, because a level never costs hit points, however frail the character. */
function rolledHitPoints(grown: Srd5eStatBlock, choice: LevelChoice, roll: RollDice): number {
  const { hitDie } = CLASS_TABLE[choice.class];
  const modifier = getModifier(grown, 'constitution');
  const gained =
    choice.hitPoints === 'roll'
      ? roll(`1${hitDie}${formatSigned(modifier)}`, `Hit points for a level of ${choice.class}`).total
      : computeAverageHitPoints(choice.class) + modifier;
  return Math.max(1, gained) + draconicResilience(grown, choice.class);
}

/** Returns the fixed figure of the class: half the die and one. */
export function computeAverageHitPoints(name: Srd5eClassName): number {
  return Number(CLASS_TABLE[name].hitDie.slice(1)) / 2 + 1;
}

/** Computes the hit points of a new character: the whole die and the Constitution modifier. */
export function computeStartingHitPoints(block: Srd5eStatBlock, name: Srd5eClassName): number {
  const die = Number(CLASS_TABLE[name].hitDie.slice(1));
  return Math.max(1, die + getModifier(block, 'constitution')) + draconicResilience(block, name);
}

/** Completes a character of level 1: hit points, hit dice, slots, uses and features of the class. */
export function completeFirstLevel(block: Srd5eStatBlock): Srd5eStatBlock {
  const [first] = block.classes;
  if (first === undefined) return block;
  const max = computeStartingHitPoints(block, first.class);
  const features = [...block.features, ...(CLASS_FEATURES[first.class][1] ?? [])];
  return applyClassResources({ ...block, features, hit_points: { current: max, max, temporary: 0 } });
}

function draconicResilience({ classes }: Srd5eStatBlock, name: Srd5eClassName): number {
  const entry = classes.find((candidate) => candidate.class === name);
  return name === 'sorcerer' && entry?.subclass === SRD5E_SUBCLASSES.sorcerer ? 1 : 0;
}

/** Raises the maximum, and with it the hit points of a creature that is not down. */
function withHitPoints(block: Srd5eStatBlock, gained: number): Srd5eStatBlock {
  const { current, max, temporary } = block.hit_points;
  const raised = { ...block, hit_points: { current, max: max + gained, temporary } };
  return current === 0 ? raised : restoreHitPoints(raised, current + gained);
}

export const HIGHEST_SCORE = 20;
const POINTS = 2;

/**
 * Improves ability scores: one score by 2 or two scores by 1, none above 20. A higher Constitution modifier raises
 * the hit point maximum for every level already taken. Recounts uses that depend on an ability.
 */
export function improveAbilities(
  block: Srd5eStatBlock,
  increases: Partial<Readonly<Record<Srd5eAbility, number>>>,
): Srd5eStatBlock | Rejection {
  const refusal = improvementRefusal(block, increases);
  if (refusal) return refusal;
  const abilities = { ...block.abilities };
  for (const ability of Srd5eAbility.options) abilities[ability] += increases[ability] ?? 0;
  return applyClassResources(toughened({ ...block, abilities }, block));
}

function improvementRefusal(
  block: Srd5eStatBlock,
  increases: Partial<Readonly<Record<Srd5eAbility, number>>>,
): Rejection | null {
  const points = Srd5eAbility.options.map((ability) => increases[ability] ?? 0);
  const sum = points.reduce((total, point) => total + point, 0);
  if (sum !== POINTS || points.some((point) => point < 0 || !Number.isInteger(point))) {
    return reject('not-two-points', 'an improvement is one score by 2, or two scores by 1');
  }
  for (const ability of Srd5eAbility.options) {
    const raised = block.abilities[ability] + (increases[ability] ?? 0);
    if ((increases[ability] ?? 0) > 0 && raised > HIGHEST_SCORE) {
      return reject('score-above-20', `${ability} would be ${raised}; the highest is ${HIGHEST_SCORE}`, [
        ability,
      ]);
    }
  }
  return null;
}

function toughened(after: Srd5eStatBlock, before: Srd5eStatBlock): Srd5eStatBlock {
  const steps = getModifier(after, 'constitution') - getModifier(before, 'constitution');
  const gained = steps * getCharacterLevel(after);
  const { current, max } = after.hit_points;
  const raised = { ...after, hit_points: { ...after.hit_points, max: max + gained } };
  if (current === 0) return raised;
  const hit_points = {
    ...raised.hit_points,
    current: Math.min(current + gained, getHitPointMaximum(raised)),
  };
  return { ...raised, hit_points };
}
