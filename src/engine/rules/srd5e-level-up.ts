import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { CLASS_FEATURES } from './srd5e/class-features.ts';
import { CLASS_TABLE } from './srd5e/class-table.ts';
import { signed } from './srd5e/signed.ts';
import { restoredTo } from './srd5e/vitality.ts';
import { characterLevel, classLevel, modifierOf, proficiencyBonus } from './srd5e.ts';
import { SRD5E_SUBCLASSES, type Srd5eClassLevel, type Srd5eClassName } from './srd5e-class.ts';
import { withClassResources } from './srd5e-class-resources.ts';
import { experienceForNextLevel, levelsDue } from './srd5e-experience.ts';
import type { RollDice } from './srd5e-roll-dice.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type LevelChoice = {
  readonly class: Srd5eClassName;
  readonly hitPoints: 'average' | 'roll';
  /** Named at the level that asks for one; kept ever after. */
  readonly subclass?: string;
  /** The story grants the level, whatever the experience points say. */
  readonly milestone?: boolean;
};

export type LevelGain = {
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
export function levelUp(block: Srd5eStatBlock, choice: LevelChoice, roll: RollDice): LevelGain | Rejection {
  const refusal = levelRefusal(block, choice);
  if (refusal) return refusal;
  const classes = withLevel(block.classes, choice);
  const grown = { ...block, classes };
  const hitPointsGained = rolledHitPoints(grown, choice, roll);
  const after = withClassResources(withHitPoints(grown, hitPointsGained));
  const reached = classLevel(after, choice.class);
  return {
    block: after,
    level: characterLevel(after),
    classLevel: reached,
    hitPointsGained,
    proficiencyBonus: proficiencyBonus(after),
    features: CLASS_FEATURES[choice.class][reached] ?? [],
    improvementDue: CLASS_TABLE[choice.class].improvementLevels.includes(reached),
  };
}

function levelRefusal(block: Srd5eStatBlock, choice: LevelChoice): Rejection | null {
  const level = characterLevel(block);
  if (block.status === 'dead') return reject('creature-dead', 'the dead gain no levels');
  if (level === 0) return reject('no-class', 'a creature without classes does not gain levels');
  if (level === 20) return reject('highest-level', 'level 20 is the highest');
  if (!choice.milestone && levelsDue(block) === 0) {
    const needed = experienceForNextLevel(block);
    return reject(
      'not-enough-experience',
      `level ${level + 1} needs ${needed} experience, not ${block.experience}`,
    );
  }
  return classLevel(block, choice.class) > 0 ? null : multiclassRefusal(block, choice.class);
}

const PREREQUISITE_SCORE = 13;

/** A second class asks for aptitude in the new class and in every class the character already has. */
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

/** A level never costs hit points, however frail the character: at least 1. */
function rolledHitPoints(grown: Srd5eStatBlock, choice: LevelChoice, roll: RollDice): number {
  const { hitDie } = CLASS_TABLE[choice.class];
  const modifier = modifierOf(grown, 'constitution');
  const gained =
    choice.hitPoints === 'roll'
      ? roll(`1${hitDie}${signed(modifier)}`, `Hit points for a level of ${choice.class}`).total
      : averageHitPoints(choice.class) + modifier;
  return Math.max(1, gained) + draconicResilience(grown, choice.class);
}

/** Half the die and one: the fixed figure of the class. */
export function averageHitPoints(name: Srd5eClassName): number {
  return Number(CLASS_TABLE[name].hitDie.slice(1)) / 2 + 1;
}

/** Hit points of a new character: the whole die and the Constitution modifier. */
export function startingHitPoints(block: Srd5eStatBlock, name: Srd5eClassName): number {
  const die = Number(CLASS_TABLE[name].hitDie.slice(1));
  return Math.max(1, die + modifierOf(block, 'constitution')) + draconicResilience(block, name);
}

function draconicResilience({ classes }: Srd5eStatBlock, name: Srd5eClassName): number {
  const entry = classes.find((candidate) => candidate.class === name);
  return name === 'sorcerer' && entry?.subclass === SRD5E_SUBCLASSES.sorcerer ? 1 : 0;
}

/** Raises the maximum, and with it the hit points of whoever is not down. */
function withHitPoints(block: Srd5eStatBlock, gained: number): Srd5eStatBlock {
  const { current, max, temporary } = block.hit_points;
  const raised = { ...block, hit_points: { current, max: max + gained, temporary } };
  return current === 0 ? raised : restoredTo(raised, current + gained);
}
