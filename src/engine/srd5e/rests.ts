import { formatSigned } from '#engine/util/format-signed.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { countMinutes, type WorldTime } from '#engine/util/world-time.ts';
import type { RollDice } from './checks.ts';
import { dropConditions, withEffects } from './conditions.ts';
import { getClassLevel, getHitPointMaximum, getModifier, isDying } from './derived-numbers.ts';
import { heal } from './hit-points.ts';
import { restoreHitPoints } from './parts/hit-point-status.ts';
import { spendResource } from './resources.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import {
  type Srd5eConditionEnd,
  type Srd5eFeaturePool,
  Srd5eHitDie,
  type Srd5eResources,
  Srd5eSpellLevel,
} from './terms.ts';

type Rest = 'short_rest' | 'long_rest';

/**
 * Applies the effects every creature gets from a rest of that kind: restores pact slots and features, and ends
 * effects that rest ends.
 */
function applyRest(block: Srd5eStatBlock, rest: Rest): Srd5eStatBlock {
  const { resources } = block;
  const ended = (ends: Srd5eConditionEnd) =>
    ends.when === 'short_rest' || (rest === 'long_rest' && ends.when === 'long_rest');
  const awake = dropConditions(block, ({ ends }) => ended(ends));
  return {
    ...withEffects(
      awake,
      awake.active_effects.filter(({ ends }) => !ended(ends)),
    ),
    resources: {
      ...resources,
      pact_slots: resources.pact_slots && { ...resources.pact_slots, used: 0 },
      class_features: mapValues(resources.class_features, (pool) => recovered(pool, rest)),
    },
  };
}

function recovered(pool: Srd5eFeaturePool, rest: Rest): Srd5eFeaturePool {
  const comes = pool.recovery === 'short_rest' || (pool.recovery === 'long_rest' && rest === 'long_rest');
  return comes ? { ...pool, used: 0 } : pool;
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

type LongRest = {
  /** The moment the rest is over. */
  readonly endsAt: WorldTime;
  /** Without food and drink exhaustion does not ease. */
  readonly ateAndDrank: boolean;
};

type LongRestOutcome = {
  readonly block: Srd5eStatBlock;
  readonly regained: number;
  readonly hitDiceRegained: number;
};

const MINUTES_BETWEEN_RESTS = 24 * 60;

/**
 * Takes eight hours of rest. Restores all hit points, half the hit dice (at least one), every slot and feature.
 * Removes one level of exhaustion if the creature ate and drank. Refuses a creature at 0 hit points, and a rest sooner
 * than 24 hours after the last one.
 */
export function takeLongRest(
  block: Srd5eStatBlock,
  { endsAt, ateAndDrank }: LongRest,
): LongRestOutcome | Rejection {
  const refusal = restRefusal(block, endsAt);
  if (refusal) return refusal;
  const hitDice = regainedHitDice(block.resources.hit_dice);
  const fresh = applyRest(eased(block, ateAndDrank), 'long_rest');
  const slept: Srd5eStatBlock = {
    ...fresh,
    hit_points: { ...fresh.hit_points, temporary: 0 },
    resources: {
      ...fresh.resources,
      hit_dice: hitDice.dice,
      spell_slots: unused(fresh.resources.spell_slots),
    },
    last_long_rest: endsAt,
  };
  const after = restoreHitPoints(slept, getHitPointMaximum(slept));
  const regained = after.hit_points.current - block.hit_points.current;
  return { block: after, regained, hitDiceRegained: hitDice.count };
}

function restRefusal(block: Srd5eStatBlock, endsAt: WorldTime): Rejection | null {
  if (block.status === 'dead') return reject('creature-dead', 'the dead do not rest');
  if (block.hit_points.current === 0) {
    return reject('no-hit-points', 'a long rest needs at least 1 hit point at its start');
  }
  if (block.last_long_rest === null) return null;
  const minutes = countMinutes(block.last_long_rest, endsAt);
  if (minutes >= MINUTES_BETWEEN_RESTS) return null;
  const hours = Math.floor(minutes / 60);
  return reject(
    'rested-too-recently',
    `one long rest in 24 hours; the last ended ${hours} hours before this one`,
  );
}

function eased(block: Srd5eStatBlock, ateAndDrank: boolean): Srd5eStatBlock {
  return ateAndDrank ? { ...block, exhaustion: Math.max(0, block.exhaustion - 1) } : block;
}

function unused(slots: Srd5eResources['spell_slots']): Srd5eResources['spell_slots'] {
  return Object.fromEntries(Object.entries(slots).map(([level, pool]) => [level, { ...pool, used: 0 }]));
}

type HitDice = Srd5eResources['hit_dice'];

/** Restores half of all hit dice, rounded down, at least one; the largest dice come back first. */
function regainedHitDice(before: HitDice): { dice: HitDice; count: number } {
  const total = Object.values(before).reduce((sum, pool) => sum + pool.total, 0);
  let left = Math.max(1, Math.floor(total / 2));
  let count = 0;
  const dice: HitDice = { ...before };
  for (const die of Srd5eHitDie.options.toReversed()) {
    const pool = before[die];
    if (pool === undefined) continue;
    const back = Math.min(pool.used, left);
    dice[die] = { ...pool, used: pool.used - back };
    left -= back;
    count += back;
  }
  return { dice, count };
}

/** Slots to recover by study or meditation: a number for each spell level. */
type SlotRecovery = {
  readonly feature: 'arcane_recovery' | 'natural_recovery';
  readonly slots: Partial<Readonly<Record<Srd5eSpellLevel, number>>>;
};

const TEACHER = { arcane_recovery: 'wizard', natural_recovery: 'druid' } as const;
const HIGHEST_SLOT = 5;

/**
 * Recovers expended slots of at most 5th level for wizards and druids of the land, once between long rests. The levels
 * of the slots together are no more than half the class level, rounded up.
 */
export function recoverSpellSlots(
  block: Srd5eStatBlock,
  { feature, slots }: SlotRecovery,
): Srd5eStatBlock | Rejection {
  const used = spendResource(block, { kind: 'feature', name: feature });
  if (isRejection(used)) return used;
  const wanted = Srd5eSpellLevel.options.map((level) => ({ level, count: slots[level] ?? 0 }));
  const allowance = Math.ceil(getClassLevel(block, TEACHER[feature]) / 2);
  const levels = wanted.reduce((sum, { level, count }) => sum + Number(level) * count, 0);
  if (levels > allowance) {
    const reason = `${feature} gives back ${allowance} levels of slots at most, not ${levels}`;
    return reject('too-many-slots', reason, ['slots']);
  }
  return giveBack(used, wanted);
}

type Wanted = { readonly level: Srd5eSpellLevel; readonly count: number };

function giveBack(block: Srd5eStatBlock, wanted: readonly Wanted[]): Srd5eStatBlock | Rejection {
  const spell_slots = { ...block.resources.spell_slots };
  for (const { level, count } of wanted) {
    if (count === 0) continue;
    const pool = spell_slots[level];
    if (count < 0 || Number(level) > HIGHEST_SLOT || pool === undefined || pool.used < count) {
      const reason = `${count} slots of level ${level} cannot be recovered; ${pool?.used ?? 0} are expended`;
      return reject('slots-not-recoverable', reason, ['slots', level]);
    }
    spell_slots[level] = { ...pool, used: pool.used - count };
  }
  return { ...block, resources: { ...block.resources, spell_slots } };
}

/**
 * Chooses how many hit dice a hurt creature spends in a short rest when no player says: as many as fill it up on average,
 * the largest first.
 */
export function chooseHitDice(block: Srd5eStatBlock): Partial<Record<Srd5eHitDie, number>> {
  let missing = getHitPointMaximum(block) - block.hit_points.current;
  const chosen: Partial<Record<Srd5eHitDie, number>> = {};
  for (const die of Srd5eHitDie.options.toReversed()) {
    const pool = block.resources.hit_dice[die];
    const usual = Math.max(1, (Number(die.slice(1)) + 1) / 2 + getModifier(block, 'constitution'));
    const count = Math.min(pool === undefined ? 0 : pool.total - pool.used, Math.floor(missing / usual));
    if (count > 0) chosen[die] = count;
    missing -= Math.max(0, count) * usual;
  }
  return chosen;
}

/** Choices of a creature for an hour of rest. */
type ShortRest = {
  /** Hit dice to spend, by size. */
  readonly spend?: Partial<Readonly<Record<Srd5eHitDie, number>>>;
  /** The die a bard's song adds once for a creature that spends a hit die. */
  readonly songOfRest?: string;
  /** Spell slots a wizard or a druid of the land draws back. */
  readonly recover?: SlotRecovery;
};

type ShortRestOutcome = { readonly block: Srd5eStatBlock; readonly regained: number };

const SORCEROUS_RESTORATION_LEVEL = 20;

/**
 * Takes an hour of rest: spends hit dice, then restores everything a short rest restores. All or nothing: a choice
 * the creature cannot afford refuses the whole rest.
 */
export function takeShortRest(
  block: Srd5eStatBlock,
  rest: ShortRest,
  roll: RollDice,
): ShortRestOutcome | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'the dead do not rest');
  if (isDying(block))
    return reject('creature-dying', 'a dying creature cannot rest; stabilize or heal it first');
  const mended = spendHitDice(block, rest, roll);
  if (isRejection(mended)) return mended;
  const recovered = rest.recover ? recoverSpellSlots(mended, rest.recover) : mended;
  if (isRejection(recovered)) return recovered;
  const after = sorcerousRestoration(applyRest(recovered, 'short_rest'));
  return { block: after, regained: after.hit_points.current - block.hit_points.current };
}

function spendHitDice(block: Srd5eStatBlock, rest: ShortRest, roll: RollDice): Srd5eStatBlock | Rejection {
  const dice = Object.entries(rest.spend ?? {}).filter(([, count]) => count > 0);
  let after = block;
  let hitPoints = 0;
  for (const [die, count] of dice) {
    // The entries come from a record keyed by hit die.
    const spent = spendResource(after, { kind: 'hit_die', die: die as Srd5eHitDie }, count);
    if (isRejection(spent)) return spent;
    after = spent;
    for (let rolled = 0; rolled < count; rolled += 1) hitPoints += rollHitDie(block, die, roll);
  }
  if (dice.length > 0 && rest.songOfRest) hitPoints += roll(`1${rest.songOfRest}`, 'Song of rest').total;
  const healing = heal(after, hitPoints);
  return isRejection(healing) ? healing : healing.block;
}

/** Rolls a hit die. A low Constitution can reduce the result, but never costs hit points. */
function rollHitDie(block: Srd5eStatBlock, die: string, roll: RollDice): number {
  const { total } = roll(`1${die}${formatSigned(getModifier(block, 'constitution'))}`, 'Hit die');
  return Math.max(0, total);
}

function sorcerousRestoration(block: Srd5eStatBlock): Srd5eStatBlock {
  const points = block.resources.class_features.sorcery_points;
  if (getClassLevel(block, 'sorcerer') < SORCEROUS_RESTORATION_LEVEL || points === undefined) return block;
  const sorcery_points = { ...points, used: Math.max(0, points.used - 4) };
  const class_features = { ...block.resources.class_features, sorcery_points };
  return { ...block, resources: { ...block.resources, class_features } };
}
