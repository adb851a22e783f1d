import { type Rejection, reject } from '#engine/util/rejection.ts';
import { computeHitPointMaximum, type Srd5eEffect, type Srd5eStatBlock } from './stat-block.ts';
import type { Srd5eAbility, Srd5eCondition, Srd5eConditionName, Srd5eEnding } from './terms.ts';

type Pull = 'advantage' | 'disadvantage';

/**
 * Effects of a condition on the creature that has it. An omitted field means the condition does not affect that
 * matter.
 */
type ConditionEffects = {
  /** Can take neither actions nor reactions, and cannot concentrate. */
  readonly incapacitates?: true;
  readonly speedBecomesZero?: true;
  readonly silences?: true;
  readonly ownAttacks?: Pull;
  /** `by_distance`: advantage from within 5 feet, disadvantage from farther off. */
  readonly attacksAgainst?: Pull | 'by_distance';
  readonly closeHitsAreCritical?: true;
  readonly abilityChecks?: Pull;
  readonly checksThatFail?: 'sight' | 'hearing';
  readonly savesThatFail?: readonly Srd5eAbility[];
  readonly saves?: { readonly ability: Srd5eAbility; readonly pull: Pull };
  /** Hinders attacks and checks only while the source can be seen. */
  readonly onlyWhileSourceInSight?: true;
  readonly resistsAllDamage?: true;
  readonly preventsPoison?: true;
};

const HELPLESS = {
  incapacitates: true,
  speedBecomesZero: true,
  attacksAgainst: 'advantage',
  savesThatFail: ['strength', 'dexterity'],
} as const;

const CONDITION_EFFECTS: Readonly<Record<Srd5eConditionName, ConditionEffects>> = {
  blinded: { ownAttacks: 'disadvantage', attacksAgainst: 'advantage', checksThatFail: 'sight' },
  charmed: {},
  deafened: { checksThatFail: 'hearing' },
  frightened: { ownAttacks: 'disadvantage', abilityChecks: 'disadvantage', onlyWhileSourceInSight: true },
  grappled: { speedBecomesZero: true },
  incapacitated: { incapacitates: true },
  invisible: { ownAttacks: 'advantage', attacksAgainst: 'disadvantage' },
  paralyzed: { ...HELPLESS, silences: true, closeHitsAreCritical: true },
  petrified: { ...HELPLESS, silences: true, resistsAllDamage: true, preventsPoison: true },
  poisoned: { ownAttacks: 'disadvantage', abilityChecks: 'disadvantage' },
  prone: { ownAttacks: 'disadvantage', attacksAgainst: 'by_distance' },
  restrained: {
    speedBecomesZero: true,
    ownAttacks: 'disadvantage',
    attacksAgainst: 'advantage',
    saves: { ability: 'dexterity', pull: 'disadvantage' },
  },
  stunned: HELPLESS,
  unconscious: { ...HELPLESS, silences: true, closeHitsAreCritical: true },
};

/** Lists a condition and keeps status, posture and concentration true to it. Asks nothing about immunity. */
function listCondition(block: Srd5eStatBlock, condition: Srd5eCondition): Srd5eStatBlock {
  const others = block.conditions.filter(
    ({ name, source }) => name !== condition.name || source !== condition.source,
  );
  const listed = { ...block, conditions: [...others, condition] };
  const steady = CONDITION_EFFECTS[condition.name].incapacitates
    ? { ...listed, concentration: null }
    : listed;
  return condition.name === 'unconscious' ? fallen(steady, condition.source) : steady;
}

/** Drops the listed conditions that fit, and wakes a creature that has no reason left to sleep. */
export function dropConditions(
  block: Srd5eStatBlock,
  fits: (condition: Srd5eCondition) => boolean,
): Srd5eStatBlock {
  const conditions = block.conditions.filter((condition) => !fits(condition));
  if (conditions.length === block.conditions.length) return block;
  return { ...block, conditions, status: computeStatus({ ...block, conditions }) };
}

/** Lays a creature on the ground, unless it cannot be prone or already is. */
export function makeProne(block: Srd5eStatBlock, source: string): Srd5eStatBlock {
  const spared =
    block.condition_immunities.includes('prone') || block.conditions.some(({ name }) => name === 'prone');
  if (spared) return block;
  const prone: Srd5eCondition = { name: 'prone', source, ends: { when: 'removed' }, save: null };
  return { ...block, conditions: [...block.conditions, prone] };
}

/** Computes the status of a creature whose hit points or sleep just changed; at 0 hit points it stays the same. */
export function computeStatus(block: Srd5eStatBlock): Srd5eStatBlock['status'] {
  if (block.hit_points.current === 0) return block.status;
  return block.conditions.some(({ name }) => name === 'unconscious') ? 'unconscious' : 'conscious';
}

function fallen(block: Srd5eStatBlock, source: string): Srd5eStatBlock {
  return makeProne({ ...block, status: computeStatus(block) }, source);
}

/**
 * Lists the conditions a creature has, each once. Includes those listed, those of 0 hit points, and the
 * incapacitation that graver conditions include.
 */
export function listActiveConditions(block: Srd5eStatBlock): ReadonlySet<Srd5eConditionName> {
  const names = new Set(block.conditions.map(({ name }) => name));
  if (block.status !== 'conscious') names.add('unconscious');
  if ([...names].some((name) => CONDITION_EFFECTS[name].incapacitates)) names.add('incapacitated');
  return names;
}

/** Lists the effects of the creature's conditions, one entry each. */
export function listConditionEffects(block: Srd5eStatBlock): readonly ConditionEffects[] {
  return [...listActiveConditions(block)].map((name) => CONDITION_EFFECTS[name]);
}

/** Tells whether a creature can take neither actions nor reactions. True for the dead, too. */
export function isIncapacitated(block: Srd5eStatBlock): boolean {
  return listActiveConditions(block).has('incapacitated');
}

/** Tells whether an effect keeps a creature from something. */
export function isPrevented(
  { active_effects }: Srd5eStatBlock,
  what: NonNullable<Srd5eEffect['prevents']>[number],
): boolean {
  return active_effects.some(({ prevents = [] }) => prevents.includes(what));
}

/** Tells whether no creature can reach this one: it is banished, in a maze or behind a wall of force. */
export function isAway({ active_effects }: Srd5eStatBlock): boolean {
  return active_effects.some(({ away }) => away === true);
}

export function canSpeak(block: Srd5eStatBlock): boolean {
  if (isPrevented(block, 'speech')) return false;
  return !listConditionEffects(block).some(({ silences }) => silences);
}

/**
 * Puts a condition on a creature. The same condition from the same source is renewed, not doubled. A creature
 * incapacitated by it loses concentration, and one that falls unconscious also falls prone.
 */
export function addCondition(block: Srd5eStatBlock, condition: Srd5eCondition): Srd5eStatBlock | Rejection {
  if (block.status === 'dead')
    return reject('creature-dead', `a dead creature cannot become ${condition.name}`);
  if (isConditionImmune(block, condition.name)) {
    return reject('condition-immune', `the creature is immune to being ${condition.name}`, ['name']);
  }
  return listCondition(block, condition);
}

/** Tells whether a creature is immune to a condition: by nature, or because stone cannot be poisoned. */
export function isConditionImmune(block: Srd5eStatBlock, name: Srd5eConditionName): boolean {
  if (block.condition_immunities.includes(name)) return true;
  if (block.active_effects.some(({ condition_immunities = [] }) => condition_immunities.includes(name)))
    return true;
  return name === 'poisoned' && listConditionEffects(block).some(({ preventsPoison }) => preventsPoison);
}

/**
 * Ends a condition: from one source, or from all when no source is named. Being unconscious from 0 hit
 * points is not a listed condition; healing ends it.
 */
export function removeCondition(
  block: Srd5eStatBlock,
  name: Srd5eConditionName,
  source?: string,
): Srd5eStatBlock | Rejection {
  const fits = (entry: Srd5eCondition) =>
    entry.name === name && (source === undefined || entry.source === source);
  if (!block.conditions.some(fits)) {
    const from = source === undefined ? '' : ` from ${source}`;
    return reject('condition-absent', `the creature is not ${name}${from}`, ['name']);
  }
  return dropConditions(block, fits);
}

/** Lets an effect work on a creature; one of the same name makes way for it. */
export function addEffect(block: Srd5eStatBlock, effect: Srd5eEffect): Srd5eStatBlock {
  const others = block.active_effects.filter(({ name }) => name !== effect.name);
  return withEffects(block, [...others, effect]);
}

/** Replaces the effects at work on a creature. Hit points that only an ended effect allowed are gone. */
export function withEffects(
  block: Srd5eStatBlock,
  active_effects: Srd5eStatBlock['active_effects'],
): Srd5eStatBlock {
  const changed = { ...block, active_effects };
  const current = Math.min(block.hit_points.current, computeHitPointMaximum(changed));
  return current === block.hit_points.current
    ? changed
    : { ...changed, hit_points: { ...block.hit_points, current } };
}

/** Ends effects and conditions that a deed or suffering of the creature ends. Returns the very same block when none does. */
export function endEffects(block: Srd5eStatBlock, event: Srd5eEnding): Srd5eStatBlock {
  const stays = ({ ends_on = [] }: { readonly ends_on?: readonly Srd5eEnding[] | undefined }) =>
    !ends_on.includes(event);
  const left = block.active_effects.filter(stays);
  const freed = left.length === block.active_effects.length ? block : withEffects(block, left);
  return dropConditions(freed, (condition) => !stays(condition));
}

export function removeEffect(block: Srd5eStatBlock, name: string): Srd5eStatBlock | Rejection {
  const active_effects = block.active_effects.filter((effect) => effect.name !== name);
  if (active_effects.length < block.active_effects.length) return withEffects(block, active_effects);
  const known = block.active_effects.map((effect) => effect.name).join(', ') || 'none';
  return reject('effect-absent', `no effect named ${name} is at work; there is ${known}`, ['name']);
}
