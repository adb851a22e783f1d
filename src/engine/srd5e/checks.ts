import { formatSigned } from '#engine/util/format-signed.ts';
import { isIncapacitated, listActiveConditions, listConditionEffects } from './conditions.ts';
import {
  getCharacterLevel,
  getClassLevel,
  getModifier,
  getProficiencyBonus,
  getSubclassLevel,
} from './derived-numbers.ts';
import { CLASS_TABLE } from './parts/class-table.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import {
  EXHAUSTION_LEVELS,
  SKILL_ABILITY,
  SRD5E_SUBCLASSES,
  type Srd5eAbility,
  type Srd5eClassName,
  type Srd5eSkill,
  toTitle,
} from './terms.ts';

/** Number a roll has to reach. */
type RollTarget = {
  readonly kind: 'DC' | 'AC';
  readonly value: number;
  /** Lowest natural face that makes a hit critical, where it is not 20: a champion's 19. */
  readonly criticalFrom?: number | undefined;
};

/** Facts in the line of a roll beyond its dice: the number to reach, or the kind of damage. */
type RollFacts = { readonly target?: RollTarget; readonly damageType?: string };

/**
 * Rolls dice. The caller injects this function; these rules reach dice in no other way, and it alone decides the
 * faces. `faces` holds every die that was rolled, in order, before modifiers; `total` is the whole expression. The
 * facts are for the record only.
 */
export type RollDice = (
  expression: string,
  purpose: string,
  facts?: RollFacts,
) => { readonly total: number; readonly faces: readonly number[] };

/** Tilt of a d20: two dice and the higher, two dice and the lower, or one die. */
export type Srd5eEdge = 'advantage' | 'disadvantage' | 'none';

/** Combines edges. Any number of advantages is one; advantage and disadvantage cancel out in any number. */
export function combineEdges(edges: readonly Srd5eEdge[]): Srd5eEdge {
  const better = edges.includes('advantage');
  const worse = edges.includes('disadvantage');
  if (better === worse) return 'none';
  return better ? 'advantage' : 'disadvantage';
}

/** A d20 as it fell: `natural` is the face that counts, `faces` all that were rolled. */
export type D20 = {
  readonly natural: number;
  readonly faces: readonly number[];
  readonly edge: Srd5eEdge;
  readonly bonus: number;
  readonly total: number;
};

/**
 * Rolls a d20 with a bonus under an edge, and dice of effects with it. The expression passed to the dice contains all of it:
 * `1d20+5+1d4 advantage`.
 */
export function rollD20(
  roll: RollDice,
  edge: Srd5eEdge,
  bonus: number,
  purpose: string,
  { target, dice = [] }: { readonly target?: RollTarget | undefined; readonly dice?: readonly string[] } = {},
): D20 {
  const facts = target === undefined ? {} : { target };
  const added = dice.map((one) => (one.startsWith('-') ? one : `+${one}`)).join('');
  const expression = `1d20${formatSigned(bonus)}${added}${edge === 'none' ? '' : ` ${edge}`}`;
  const { faces } = roll(expression, purpose, facts);
  const own = faces.slice(0, edge === 'none' ? 1 : 2);
  const natural = edge === 'disadvantage' ? Math.min(...own) : Math.max(...own);
  return { natural, faces, edge, bonus, total: natural + bonus + sumDice(dice, faces.slice(own.length)) };
}

/** Adds up the faces of dice such as `1d4` and `-2d4`, in their order. */
function sumDice(dice: readonly string[], faces: readonly number[]): number {
  let at = 0;
  return dice.reduce((sum, one) => {
    const [, sign, count] = /^(-?)(\d+)d/.exec(one) ?? [];
    const thrown = faces.slice(at, at + Number(count));
    at += thrown.length;
    return sum + (sign === '-' ? -1 : 1) * thrown.reduce((all, face) => all + face, 0);
  }, 0);
}

/** Lists the dice that effects add to the attacks, saving throws or ability checks of a creature. */
export function listEffectDice(
  { active_effects }: Srd5eStatBlock,
  kind: 'attack_dice' | 'saving_dice' | 'check_dice',
): readonly string[] {
  return active_effects.flatMap((effect) => effect[kind] ?? []);
}

/** Tells whether armor without proficiency hinders the ability: it hinders Strength and Dexterity. */
export function isHinderedByArmor({ armor }: Srd5eStatBlock, ability: Srd5eAbility): boolean {
  const worn = armor.shield || armor.kind === 'light' || armor.kind === 'medium' || armor.kind === 'heavy';
  return worn && !armor.proficient && (ability === 'strength' || ability === 'dexterity');
}

/** An ability check, with a skill or without. A skill goes with its usual ability unless another is named. */
export type Srd5eCheck =
  | { readonly skill: Srd5eSkill; readonly ability?: Srd5eAbility }
  | { readonly ability: Srd5eAbility };

export function getCheckAbility(check: Srd5eCheck): Srd5eAbility {
  if ('skill' in check) return check.ability ?? SKILL_ABILITY[check.skill];
  return check.ability;
}

/** Returns the bonus to the d20 of an ability check. */
export function computeCheckBonus(block: Srd5eStatBlock, check: Srd5eCheck): number {
  const skill = 'skill' in check ? check.skill : null;
  const effects = block.active_effects.reduce(
    (sum, { ability_checks, skill_checks = {} }) =>
      sum + ability_checks + (skill === null ? 0 : (skill_checks[skill] ?? 0)),
    0,
  );
  return getModifier(block, getCheckAbility(check)) + checkProficiency(block, check) + effects;
}

/** Tells whether the check already includes the proficiency bonus; half a bonus from elsewhere does not count. */
export function isProficient(block: Srd5eStatBlock, check: Srd5eCheck): boolean {
  return 'skill' in check && block.skills[check.skill] !== undefined;
}

function checkProficiency(block: Srd5eStatBlock, check: Srd5eCheck): number {
  const bonus = getProficiencyBonus(block);
  const training = 'skill' in check ? block.skills[check.skill] : undefined;
  if (training === 'expertise') return bonus * 2;
  if (training === 'proficient') return bonus;
  return Math.max(jackOfAllTrades(block, bonus), remarkableAthlete(block, bonus, getCheckAbility(check)));
}

function jackOfAllTrades(block: Srd5eStatBlock, bonus: number): number {
  return getClassLevel(block, 'bard') >= 2 ? Math.floor(bonus / 2) : 0;
}

const ATHLETE: readonly Srd5eAbility[] = ['strength', 'dexterity', 'constitution'];

function remarkableAthlete(block: Srd5eStatBlock, bonus: number, ability: Srd5eAbility): number {
  const athlete = getSubclassLevel(block, 'fighter', SRD5E_SUBCLASSES.fighter) >= 7;
  return athlete && ATHLETE.includes(ability) ? Math.ceil(bonus / 2) : 0;
}

/** Returns the bonus to the d20 of a saving throw. */
export function computeSaveBonus(block: Srd5eStatBlock, ability: Srd5eAbility): number {
  const effects = block.active_effects.reduce(
    (sum, { saving_throws, ability_saves = {} }) => sum + saving_throws + (ability_saves[ability] ?? 0),
    0,
  );
  const training = isSaveProficient(block, ability) ? getProficiencyBonus(block) : 0;
  return getModifier(block, ability) + training + computeAuraBonus(block) + effects;
}

/** Tells whether a save is proficient: by the character's first class, by its own list, or by a late feature. */
export function isSaveProficient(block: Srd5eStatBlock, ability: Srd5eAbility): boolean {
  const [first] = block.classes;
  if (block.saving_throws.includes(ability)) return true;
  if (first !== undefined && CLASS_TABLE[first.class].savingThrows.includes(ability)) return true;
  if (getClassLevel(block, 'monk') >= 14) return true;
  return ability === 'wisdom' && getClassLevel(block, 'rogue') >= 15;
}

/** Computes what a paladin's aura adds to its saving throws and to those of allies nearby. */
export function computeAuraBonus(block: Srd5eStatBlock): number {
  const shines = getClassLevel(block, 'paladin') >= 6 && block.status === 'conscious';
  return shines ? Math.max(1, getModifier(block, 'charisma')) : 0;
}

/** Computes the bonus to initiative. */
export function computeInitiativeBonus(block: Srd5eStatBlock): number {
  return computeCheckBonus(block, { ability: 'dexterity' });
}

/** Computes the score of a check made without a roll: 10 and the bonus, 5 more or less under an edge. */
export function computePassiveScore(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  edge: Srd5eEdge = 'none',
): number {
  const tilt = { advantage: 5, disadvantage: -5, none: 0 }[edge];
  return 10 + computeCheckBonus(block, check) + tilt;
}

/** Computes the difficulty to resist a spell of that class; null when the creature casts no spells by it. */
export function computeSpellSaveDifficulty(block: Srd5eStatBlock, name: Srd5eClassName): number | null {
  const bonus = computeSpellAttackBonus(block, name);
  return bonus === null ? null : 8 + bonus;
}

/** Returns the bonus to a spell attack of that class; null when the creature casts no spells by it. */
export function computeSpellAttackBonus(block: Srd5eStatBlock, name: Srd5eClassName): number | null {
  const { castingAbility } = CLASS_TABLE[name];
  if (castingAbility === null || getClassLevel(block, name) === 0) return null;
  return getProficiencyBonus(block) + getModifier(block, castingAbility);
}

/** One way in which a creature casts spells: by a class, or by its nature. */
export type SpellcastingNumbers = {
  readonly source: Srd5eClassName | 'innate';
  readonly ability: Srd5eAbility;
  readonly casterLevel: number;
  readonly modifier: number;
  readonly saveDifficulty: number;
  readonly attackBonus: number;
};

/** Lists how a creature casts spells, classes first; empty for a creature that casts none. */
export function listSpellcasting(block: Srd5eStatBlock): readonly SpellcastingNumbers[] {
  const casterLevel = Math.max(1, getCharacterLevel(block));
  const byClass = block.classes.flatMap(({ class: source }): SpellcastingNumbers[] => {
    const { castingAbility: ability } = CLASS_TABLE[source];
    const attackBonus = computeSpellAttackBonus(block, source);
    if (ability === null || attackBonus === null) return [];
    const modifier = getModifier(block, ability);
    return [{ source, ability, casterLevel, modifier, saveDifficulty: 8 + attackBonus, attackBonus }];
  });
  const { spellcasting: own } = block;
  if (own === undefined) return byClass;
  const modifier = getModifier(block, own.ability);
  const bonus = getProficiencyBonus(block) + modifier;
  const innate: SpellcastingNumbers = {
    source: 'innate',
    ability: own.ability,
    casterLevel: own.level,
    modifier,
    saveDifficulty: 8 + bonus + own.save_bonus,
    attackBonus: bonus + own.attack_bonus,
  };
  return [...byClass, innate];
}

/** Facts about a roll that the stat block cannot know. */
type CheckCircumstances = {
  /** Edges from help, inspiration, spells, the place. */
  readonly edges?: readonly Srd5eEdge[];
  /** The sense without which the check is hopeless. */
  readonly reliesOn?: 'sight' | 'hearing';
  /** False when the source of the creature's fear is out of its sight. */
  readonly seesFear?: boolean;
};

/** `roll` is null when the outcome needed no dice. */
export type CheckResult = {
  readonly success: boolean;
  readonly difficulty: number;
  readonly roll: D20 | null;
};

/** From this rogue level on, a low face of a trained check counts as 10. */
export const RELIABLE_TALENT_LEVEL = 11;

/** Rolls an ability check against a difficulty. A natural 1 or 20 means nothing special here. */
export function rollCheck(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  difficulty: number,
  roll: RollDice,
  circumstances: CheckCircumstances = {},
): CheckResult {
  if (lacksSense(block, circumstances)) return { success: false, difficulty, roll: null };
  const rolled = rollAbility(block, check, roll, circumstances, difficulty);
  return { success: rolled.total >= difficulty, difficulty, roll: rolled };
}

/** Rolls a bare ability check: for contests, hiding and initiative. */
export function rollAbility(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  roll: RollDice,
  circumstances: CheckCircumstances = {},
  difficulty?: number,
): D20 {
  const label = toTitle('skill' in check ? check.skill : check.ability);
  const steady = getClassLevel(block, 'rogue') >= RELIABLE_TALENT_LEVEL && isProficient(block, check);
  // A low face that counts as 10 would be judged wrongly by its line, so a steady roll names no target.
  const target =
    steady || difficulty === undefined ? undefined : ({ kind: 'DC', value: difficulty } as const);
  const edge = computeCheckEdge(block, check, circumstances);
  const dice = listEffectDice(block, 'check_dice');
  const rolled = rollD20(roll, edge, computeCheckBonus(block, check), `${label} check`, { target, dice });
  if (!steady || rolled.natural >= 10) return rolled;
  return { ...rolled, natural: 10, total: rolled.total + 10 - rolled.natural };
}

/** Computes advantage or disadvantage on an ability check from all circumstances. */
export function computeCheckEdge(
  block: Srd5eStatBlock,
  check: Srd5eCheck,
  { edges = [], seesFear = true }: CheckCircumstances = {},
): Srd5eEdge {
  const all: Srd5eEdge[] = [...edges];
  for (const effect of listConditionEffects(block)) {
    if (effect.onlyWhileSourceInSight && !seesFear) continue;
    if (effect.abilityChecks) all.push(effect.abilityChecks);
  }
  const ability = getCheckAbility(check);
  for (const { checks_with } of block.active_effects)
    if (checks_with?.[ability]) all.push(checks_with[ability]);
  const sneaking = 'skill' in check && check.skill === 'stealth' && block.armor.stealth_disadvantage;
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAbilityChecks;
  if (tired || sneaking || isHinderedByArmor(block, ability)) all.push('disadvantage');
  return combineEdges(all);
}

function lacksSense(block: Srd5eStatBlock, { reliesOn }: CheckCircumstances): boolean {
  return listConditionEffects(block).some(
    ({ checksThatFail }) => checksThatFail !== undefined && checksThatFail === reliesOn,
  );
}

/** Rolls a saving throw. Some conditions make it fail without a roll. */
export function rollSave(
  block: Srd5eStatBlock,
  ability: Srd5eAbility,
  difficulty: number,
  roll: RollDice,
  circumstances: { readonly edges?: readonly Srd5eEdge[]; readonly bonus?: number } = {},
): CheckResult {
  const { edges = [], bonus = 0 } = circumstances;
  const hopeless = listConditionEffects(block).some(({ savesThatFail }) => savesThatFail?.includes(ability));
  if (hopeless) return { success: false, difficulty, roll: null };
  const total = computeSaveBonus(block, ability) + bonus;
  const edge = computeSaveEdge(block, ability, edges);
  const purpose = `${toTitle(ability)} saving throw`;
  const target = { kind: 'DC', value: difficulty } as const;
  const rolled = rollD20(roll, edge, total, purpose, { target, dice: listEffectDice(block, 'saving_dice') });
  return { success: rolled.total >= difficulty, difficulty, roll: rolled };
}

/** Computes advantage or disadvantage on a saving throw from all circumstances. */
export function computeSaveEdge(
  block: Srd5eStatBlock,
  ability: Srd5eAbility,
  edges: readonly Srd5eEdge[] = [],
): Srd5eEdge {
  const all: Srd5eEdge[] = [...edges];
  for (const { saves } of listConditionEffects(block)) {
    if (saves?.ability === ability) all.push(saves.pull);
  }
  for (const { saves_with } of block.active_effects) if (saves_with?.[ability]) all.push(saves_with[ability]);
  if (ability === 'dexterity' && sensesDanger(block)) all.push('advantage');
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  if (tired || isHinderedByArmor(block, ability)) all.push('disadvantage');
  return combineEdges(all);
}

const DANGER_SENSE_LEVEL = 2;
/** Tells whether a barbarian sees danger coming. */
function sensesDanger(block: Srd5eStatBlock): boolean {
  return (
    getClassLevel(block, 'barbarian') >= DANGER_SENSE_LEVEL &&
    !isIncapacitated(block) &&
    !listActiveConditions(block).has('blinded') &&
    !listActiveConditions(block).has('deafened')
  );
}
