import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { CONDITION_EFFECTS, type ConditionEffects } from './srd5e/condition-effects.ts';
import { withCondition, withoutConditions } from './srd5e/with-conditions.ts';
import type { Srd5eCondition, Srd5eConditionName } from './srd5e-condition.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/**
 * The conditions a creature has, each once: those listed, what 0 hit points brings, and the incapacitation
 * that graver conditions include.
 */
export function activeConditions(block: Srd5eStatBlock): ReadonlySet<Srd5eConditionName> {
  const names = new Set(block.conditions.map(({ name }) => name));
  if (block.status !== 'conscious') names.add('unconscious');
  if ([...names].some((name) => CONDITION_EFFECTS[name].incapacitates)) names.add('incapacitated');
  return names;
}

/** What the creature's conditions do, one entry each. */
export function conditionEffects(block: Srd5eStatBlock): readonly ConditionEffects[] {
  return [...activeConditions(block)].map((name) => CONDITION_EFFECTS[name]);
}

/** Can take neither actions nor reactions. The dead, too. */
export function isIncapacitated(block: Srd5eStatBlock): boolean {
  return activeConditions(block).has('incapacitated');
}

export function canSpeak(block: Srd5eStatBlock): boolean {
  return !conditionEffects(block).some(({ silences }) => silences);
}

/**
 * Puts a condition on a creature. The same condition from the same source is renewed, not doubled. Whoever
 * is incapacitated by it loses concentration, and whoever falls unconscious also falls prone.
 */
export function addCondition(block: Srd5eStatBlock, condition: Srd5eCondition): Srd5eStatBlock | Rejection {
  if (block.status === 'dead')
    return reject('creature-dead', `a dead creature cannot become ${condition.name}`);
  if (isImmuneTo(block, condition.name)) {
    return reject('condition-immune', `the creature is immune to being ${condition.name}`, ['name']);
  }
  return withCondition(block, condition);
}

/** Whether a condition finds no hold: by nature, or because stone cannot be poisoned. */
export function isImmuneTo(block: Srd5eStatBlock, name: Srd5eConditionName): boolean {
  if (block.condition_immunities.includes(name)) return true;
  return name === 'poisoned' && conditionEffects(block).some(({ preventsPoison }) => preventsPoison);
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
  return withoutConditions(block, fits);
}
