import { formatSigned } from '#engine/util/format-signed.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import {
  combineEdges,
  type D20,
  isHinderedByArmor,
  listEffectDice,
  type RollDice,
  rollAbility,
  rollD20,
  type Srd5eEdge,
} from './checks.ts';
import {
  dropConditions,
  isIncapacitated,
  isPrevented,
  listConditionEffects,
  withEffects,
} from './conditions.ts';
import {
  computeArmorClass,
  getClassLevel,
  getHitPointMaximum,
  getModifier,
  getProficiencyBonus,
  getSubclassLevel,
  isDying,
} from './derived-numbers.ts';
import type { Damage } from './hit-points.ts';
import { getLevelValue } from './parts/class-resource-table.ts';
import { restoreHitPoints } from './parts/hit-point-status.ts';
import type { Srd5eAttack, Srd5eStatBlock } from './stat-block.ts';
import { EXHAUSTION_LEVELS, SRD5E_SUBCLASSES, type Srd5eConditionEnd } from './terms.ts';

type Srd5eCover = 'none' | 'half' | 'three_quarters' | 'total';

/** Facts about an attack that the stat blocks cannot know. */
export type AttackCircumstances = {
  readonly distanceFeet: number;
  readonly cover?: Srd5eCover;
  /** A foe within 5 feet of the attacker that sees it and can act: spoils ranged attacks. */
  readonly foeAtHand?: boolean;
  readonly attackerSeesTarget?: boolean;
  readonly targetSeesAttacker?: boolean;
  /** False when the source of the attacker's fear is out of its sight. */
  readonly seesFear?: boolean;
  readonly edges?: readonly Srd5eEdge[];
  /** Added to the d20 beside what the stat block gives. */
  readonly bonus?: number;
};

type AttackResult = {
  readonly hit: boolean;
  readonly critical: boolean;
  readonly armorClass: number;
  readonly roll: D20;
};

/** A creature close enough to be stabbed where it lies. */
const CLOSE_FEET = 5;
const COVER_BONUS = { none: 0, half: 2, three_quarters: 5 } as const;

/** Returns the bonus to the d20 of an attack. */
export function computeAttackBonus(attacker: Srd5eStatBlock, attack: Srd5eAttack): number {
  const training = attack.proficient ? getProficiencyBonus(attacker) : 0;
  const effects = attacker.active_effects.reduce((sum, effect) => sum + effect.attack_rolls, 0);
  return (
    getModifier(attacker, attack.ability) +
    training +
    attack.bonus +
    effects +
    sumWeaponBonus(attacker, attack)
  );
}

/** Adds up what effects give to attack and damage rolls of weapons. */
function sumWeaponBonus({ active_effects }: Srd5eStatBlock, { kind }: Srd5eAttack): number {
  return kind.endsWith('weapon')
    ? active_effects.reduce((sum, { weapon_bonus = 0 }) => sum + weapon_bonus, 0)
    : 0;
}

/**
 * Explains why an attack cannot be made at all; null when it can. `targetId` is compared with the source of a charm.
 */
export function findAttackRefusal(
  attacker: Srd5eStatBlock,
  targetId: string,
  circumstances: AttackCircumstances,
): Rejection | null {
  if (isIncapacitated(attacker)) return reject('incapacitated', 'the attacker can take no actions');
  if (isPrevented(attacker, 'attacks')) return reject('prevented', 'an effect keeps the attacker from it');
  const charmed = attacker.conditions.some(({ name, source }) => name === 'charmed' && source === targetId);
  if (charmed) return reject('charmed', `the attacker is charmed by ${targetId} and cannot attack it`);
  if (circumstances.cover === 'total') return reject('total-cover', `${targetId} is behind total cover`);
  return null;
}

/**
 * Rolls to hit. A natural 1 always misses; a natural 20 always hits and is critical. A hit at arm's length on a
 * paralyzed or unconscious target is critical too. Call `findAttackRefusal` first to learn whether the attack is
 * allowed.
 */
export function rollAttack(
  attacker: Srd5eStatBlock,
  target: Srd5eStatBlock,
  attack: Srd5eAttack,
  circumstances: AttackCircumstances,
  roll: RollDice,
): AttackResult {
  const edge = computeAttackEdge(attacker, target, attack, circumstances);
  const cover = circumstances.cover ?? 'none';
  const defence = computeArmorClass(target) + (cover === 'total' ? 0 : COVER_BONUS[cover]);
  const criticalFrom = findCriticalFrom(attacker, attack);
  const against = {
    kind: 'AC' as const,
    value: Math.max(0, defence),
    ...(criticalFrom < 20 && { criticalFrom }),
  };
  const rolled = rollD20(
    roll,
    edge,
    computeAttackBonus(attacker, attack) + (circumstances.bonus ?? 0),
    `${attack.name} attack roll`,
    { target: against, dice: listEffectDice(attacker, 'attack_dice') },
  );
  const strikes = rolled.natural >= criticalFrom;
  // Only a natural 20 hits by itself; a champion's 18 or 19 is critical if it hits.
  const hit = rolled.natural === 20 || (rolled.natural !== 1 && rolled.total >= defence);
  const atMercy = circumstances.distanceFeet <= CLOSE_FEET && isAtMercy(target);
  return { hit, critical: hit && (strikes || atMercy), armorClass: defence, roll: rolled };
}

function isAtMercy(target: Srd5eStatBlock): boolean {
  return listConditionEffects(target).some(({ closeHitsAreCritical }) => closeHitsAreCritical);
}

function findCriticalFrom(attacker: Srd5eStatBlock, attack: Srd5eAttack): number {
  const champion = getSubclassLevel(attacker, 'fighter', SRD5E_SUBCLASSES.fighter);
  const weapon = attack.kind === 'melee_weapon' || attack.kind === 'ranged_weapon';
  if (!weapon || champion < 3) return 20;
  return champion < 15 ? 19 : 18;
}

/** Computes advantage or disadvantage on an attack from all circumstances. */
export function computeAttackEdge(
  attacker: Srd5eStatBlock,
  target: Srd5eStatBlock,
  attack: Srd5eAttack,
  circumstances: AttackCircumstances,
): Srd5eEdge {
  const { edges = [] } = circumstances;
  return combineEdges([
    ...edges,
    ...edgesOfAttacker(withoutUnseen(attacker, target), attack, circumstances),
    ...edgesOfTarget(withoutUnseen(target, attacker), circumstances),
    ...edgesOfSight(circumstances),
  ]);
}

/** Takes the invisibility off a creature, in the eyes of one who sees the invisible. */
function withoutUnseen(block: Srd5eStatBlock, seer: Srd5eStatBlock): Srd5eStatBlock {
  const sees =
    seer.senses?.truesight !== undefined ||
    seer.senses?.blindsight !== undefined ||
    seer.active_effects.some(
      ({ sees_invisible, senses }) => sees_invisible || senses?.truesight !== undefined,
    );
  return sees ? { ...block, conditions: block.conditions.filter(({ name }) => name !== 'invisible') } : block;
}

function edgesOfAttacker(
  attacker: Srd5eStatBlock,
  attack: Srd5eAttack,
  { seesFear = true, foeAtHand = false }: AttackCircumstances,
): Srd5eEdge[] {
  const felt = listConditionEffects(attacker).filter((effect) => seesFear || !effect.onlyWhileSourceInSight);
  const edges: Srd5eEdge[] = [
    ...felt.flatMap(({ ownAttacks }) => ownAttacks ?? []),
    ...attacker.active_effects.flatMap(({ attacks_with }) => attacks_with ?? []),
  ];
  const ranged = attack.kind === 'ranged_weapon' || attack.kind === 'ranged_spell';
  const tired = attacker.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  if (tired || (ranged && foeAtHand) || isHinderedByArmor(attacker, attack.ability))
    edges.push('disadvantage');
  return edges;
}

function edgesOfTarget(target: Srd5eStatBlock, { distanceFeet }: AttackCircumstances): Srd5eEdge[] {
  const byDistance = distanceFeet <= CLOSE_FEET ? 'advantage' : 'disadvantage';
  const edges = listConditionEffects(target).flatMap(({ attacksAgainst }) =>
    attacksAgainst === 'by_distance' ? byDistance : (attacksAgainst ?? []),
  );
  return [...edges, ...target.active_effects.flatMap(({ attacked_with }) => attacked_with ?? [])];
}

function edgesOfSight(circumstances: AttackCircumstances): Srd5eEdge[] {
  const { attackerSeesTarget = true, targetSeesAttacker = true } = circumstances;
  return [
    ...(attackerSeesTarget ? [] : (['disadvantage'] as const)),
    ...(targetSeesAttacker ? [] : (['advantage'] as const)),
  ];
}

/** Rolls all dice of an attack that hit. A critical hit rolls twice the dice; modifiers are added once. */
export function rollDamage(
  attacker: Srd5eStatBlock,
  attack: Srd5eAttack,
  { critical, targetId }: { readonly critical: boolean; readonly targetId?: string },
  roll: RollDice,
): Damage {
  const isWeapon = attack.kind.endsWith('weapon');
  const counting = isWeapon
    ? attacker.active_effects.filter(({ against }) => against === undefined || against === targetId)
    : [];
  const purpose = `${attack.name} damage`;
  const added = [
    ...counting.flatMap(({ weapon_damage }) => weapon_damage ?? []),
    ...listClassDamage(attacker, attack),
  ];
  const moreDice = critical ? countBrutalDice(attacker, attack) : 0;
  const parts = [...attack.damage, ...added].map(({ dice, type }, index) => {
    const own = index === 0 && attack.adds_modifier ? getModifier(attacker, attack.ability) : 0;
    const bonus = computeMeleeBonus(attacker, attack) + sumWeaponBonus(attacker, attack);
    const modifier = index === 0 ? own + bonus : own;
    const total = dice.includes('d')
      ? roll(writeDamageExpression(dice, modifier, critical, index === 0 ? moreDice : 0), purpose, {
          damageType: type,
        }).total
      : Number(dice) + modifier;
    const extra = index === 0 ? rollWeaponDice(counting, critical, (one) => roll(one, purpose).total) : 0;
    return { amount: Math.max(0, total + extra), type };
  });
  const isWeak = isWeapon && counting.some(({ half_weapon_damage }) => half_weapon_damage === true);
  const halved = parts.map(({ amount, type }) => ({ amount: Math.floor(amount / 2), type }));
  const isMagic = counting.some(({ weapon_bonus }) => weapon_bonus !== undefined);
  const qualities = isMagic ? [...new Set([...attack.qualities, 'magical' as const])] : attack.qualities;
  return { parts: isWeak ? halved : parts, qualities, critical };
}

/** Rolls the dice effects add to a weapon's own damage, or take off it. */
function rollWeaponDice(
  effects: Srd5eStatBlock['active_effects'],
  critical: boolean,
  throwDice: (dice: string) => number,
): number {
  return effects.reduce((sum, { weapon_dice: dice }) => {
    if (dice === undefined) return sum;
    return dice.startsWith('-')
      ? sum - throwDice(dice.slice(1))
      : sum + throwDice(writeDamageExpression(dice, 0, critical));
  }, 0);
}

/** Computes the bonus of effects, such as a rage, to the damage of a melee weapon swung with Strength. */
function computeMeleeBonus({ active_effects }: Srd5eStatBlock, { kind, ability }: Srd5eAttack): number {
  if (kind !== 'melee_weapon' || ability !== 'strength') return 0;
  return active_effects.reduce((sum, { melee_damage = 0 }) => sum + melee_damage, 0);
}

const IMPROVED_SMITE_LEVEL = 11;

/** Lists the damage a class adds to every hit with a melee weapon: a paladin's radiance. */
function listClassDamage(attacker: Srd5eStatBlock, { kind }: Srd5eAttack): Srd5eAttack['damage'] {
  const shines = kind === 'melee_weapon' && getClassLevel(attacker, 'paladin') >= IMPROVED_SMITE_LEVEL;
  return shines ? [{ dice: '1d8', type: 'radiant' }] : [];
}

/** Counts the weapon dice a barbarian adds to a critical hit in melee. */
function countBrutalDice(attacker: Srd5eStatBlock, { kind }: Srd5eAttack): number {
  if (kind !== 'melee_weapon') return 0;
  return getLevelValue({ 9: 1, 13: 2, 17: 3 }, getClassLevel(attacker, 'barbarian')) ?? 0;
}

/** Writes the damage dice: `1d8+2` with a modifier of 3 is `1d8+5`; critical, it is `2d8+5`, with one more die `3d8+5`. */
export function writeDamageExpression(
  dice: string,
  modifier: number,
  critical: boolean,
  moreDice = 0,
): string {
  const [, count, sides, own = '0'] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(dice) ?? [];
  if (count === undefined || sides === undefined) {
    throw new RangeError(`damage dice look like 2d6 or 1d8+2, not ${dice}`);
  }
  return `${(critical ? 2 : 1) * Number(count) + moreDice}d${sides}${formatSigned(Number(own) + modifier)}`;
}

/** Participant in a fight. Identical creatures share a `group`, and with it one roll. */
type Combatant = {
  readonly id: string;
  readonly block: Srd5eStatBlock;
  readonly group?: string;
  readonly edges?: readonly Srd5eEdge[];
};

type Initiative = {
  readonly id: string;
  readonly total: number;
  readonly dexterity: number;
  readonly roll: D20;
};

const FERAL_INSTINCT_LEVEL = 7;

/** Rolls for everyone, one roll a group, and returns them in the order in which they act. */
export function rollInitiative(combatants: readonly Combatant[], roll: RollDice): readonly Initiative[] {
  const rolls = new Map<string, D20>();
  const entries = combatants.map(({ id, block, group, edges }) => {
    const shared = group === undefined ? undefined : rolls.get(group);
    const rolled = shared ?? initiativeOf(block, edges ?? [], roll);
    if (group !== undefined) rolls.set(group, rolled);
    return { id, total: rolled.total, dexterity: block.abilities.dexterity, roll: rolled };
  });
  return entries.toSorted(compareInitiative);
}

function initiativeOf(block: Srd5eStatBlock, given: readonly Srd5eEdge[], roll: RollDice): D20 {
  const feral = getClassLevel(block, 'barbarian') >= FERAL_INSTINCT_LEVEL;
  const edges: readonly Srd5eEdge[] = feral ? [...given, 'advantage'] : given;
  return rollAbility(block, { ability: 'dexterity' }, (dice) => roll(dice, 'Initiative'), { edges });
}

/** Sorts the highest total first; a tie goes to the higher Dexterity score, then to the id that sorts first. */
export function compareInitiative(
  a: Pick<Initiative, 'id' | 'total' | 'dexterity'>,
  b: Pick<Initiative, 'id' | 'total' | 'dexterity'>,
): number {
  return b.total - a.total || b.dexterity - a.dexterity || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Restores uses when initiative is rolled: the final class features of bards and monks who have nothing left. */
export function refreshInitiativeFeatures(block: Srd5eStatBlock): Srd5eStatBlock {
  const bard =
    getClassLevel(block, 'bard') === 20 ? regainedWhenEmpty(block, 'bardic_inspiration', 1) : block;
  return getClassLevel(block, 'monk') === 20 ? regainedWhenEmpty(bard, 'ki_points', 4) : bard;
}

function regainedWhenEmpty(block: Srd5eStatBlock, name: string, amount: number): Srd5eStatBlock {
  const { class_features } = block.resources;
  const pool = class_features[name];
  if (pool === undefined || pool.total === 'unlimited' || pool.used < pool.total) return block;
  const back = { ...pool, used: Math.max(0, pool.used - amount) };
  return { ...block, resources: { ...block.resources, class_features: { ...class_features, [name]: back } } };
}

type TurnStart = {
  readonly block: Srd5eStatBlock;
  /** The creature is dying and must roll (see `rollDeathSave`) before anything else. */
  readonly deathSaveDue: boolean;
};

const SURVIVOR_LEVEL = 18;

/** Applies the start of a creature's turn to it. */
export function startCombatTurn(block: Srd5eStatBlock): TurnStart {
  return { block: survived(block), deathSaveDue: isDying(block) };
}

/** Heals a high-level champion at half its hit points or less, unless it is down. */
function survived(block: Srd5eStatBlock): Srd5eStatBlock {
  const { current } = block.hit_points;
  const champion = getSubclassLevel(block, 'fighter', SRD5E_SUBCLASSES.fighter) >= SURVIVOR_LEVEL;
  if (!champion || current === 0 || current > getHitPointMaximum(block) / 2) return block;
  return restoreHitPoints(block, current + Math.max(0, 5 + getModifier(block, 'constitution')));
}

/**
 * Ends a creature's turn: effects counted in rounds lose one round, or end. Outside a fight the same holds for every
 * six seconds, so an hour is 600 rounds.
 */
export function endCombatTurn(block: Srd5eStatBlock, rounds = 1): Srd5eStatBlock {
  const over = withoutEnded(block, (ends) => ends.when === 'rounds' && ends.remaining <= rounds);
  const { concentration } = over;
  const waiting = [
    ...over.conditions,
    ...over.active_effects,
    ...(concentration === null ? [] : [concentration]),
  ];
  if (!waiting.some(({ ends }) => ends?.when === 'rounds')) return over;
  return {
    ...over,
    concentration:
      concentration?.ends === undefined
        ? concentration
        : { ...concentration, ends: shortened(concentration.ends, rounds) },
    conditions: over.conditions.map((condition) => ({
      ...condition,
      ends: shortened(condition.ends, rounds),
    })),
    active_effects: over.active_effects.map((effect) => ({
      ...effect,
      ends: shortened(effect.ends, rounds),
    })),
  };
}

/** Ends all effects whose final moment has come. */
export function endExpiredEffects(block: Srd5eStatBlock, now: WorldTime): Srd5eStatBlock {
  return withoutEnded(block, (ends) => ends.when === 'time' && compareWorldTimes(ends.at, now) <= 0);
}

function withoutEnded(block: Srd5eStatBlock, ended: (ends: Srd5eConditionEnd) => boolean): Srd5eStatBlock {
  const held = block.concentration?.ends;
  const freed = held !== undefined && ended(held) ? { ...block, concentration: null } : block;
  const after = dropConditions(freed, ({ ends }) => ended(ends));
  const active_effects = after.active_effects.filter(({ ends }) => !ended(ends));
  return active_effects.length === after.active_effects.length ? after : withEffects(after, active_effects);
}

function shortened(ends: Srd5eConditionEnd, rounds: number): Srd5eConditionEnd {
  return ends.when === 'rounds' ? { when: 'rounds', remaining: ends.remaining - rounds } : ends;
}
