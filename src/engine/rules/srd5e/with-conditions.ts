import type { Srd5eCondition } from '../srd5e-condition.ts';
import type { Srd5eStatBlock } from '../srd5e-stat-block.ts';
import { CONDITION_EFFECTS } from './condition-effects.ts';

/** Lists a condition and keeps status, posture and concentration true to it. Asks nothing about immunity. */
export function withCondition(block: Srd5eStatBlock, condition: Srd5eCondition): Srd5eStatBlock {
  const others = block.conditions.filter(
    ({ name, source }) => name !== condition.name || source !== condition.source,
  );
  const listed = { ...block, conditions: [...others, condition] };
  const steady = CONDITION_EFFECTS[condition.name].incapacitates
    ? { ...listed, concentration: null }
    : listed;
  return condition.name === 'unconscious' ? fallen(steady, condition.source) : steady;
}

/** Drops the listed conditions that fit, and wakes whoever has no reason left to sleep. */
export function withoutConditions(
  block: Srd5eStatBlock,
  fits: (condition: Srd5eCondition) => boolean,
): Srd5eStatBlock {
  const conditions = block.conditions.filter((condition) => !fits(condition));
  if (conditions.length === block.conditions.length) return block;
  return { ...block, conditions, status: statusAboveZero({ ...block, conditions }) };
}

/** Lays a creature on the ground, unless it cannot be prone or already is. */
export function proneFrom(block: Srd5eStatBlock, source: string): Srd5eStatBlock {
  const spared =
    block.condition_immunities.includes('prone') || block.conditions.some(({ name }) => name === 'prone');
  if (spared) return block;
  const prone: Srd5eCondition = { name: 'prone', source, ends: { when: 'removed' }, save: null };
  return { ...block, conditions: [...block.conditions, prone] };
}

/** The status of a creature whose hit points or sleep just changed; at 0 hit points it stays what it was. */
export function statusAboveZero(block: Srd5eStatBlock): Srd5eStatBlock['status'] {
  if (block.hit_points.current === 0) return block.status;
  return block.conditions.some(({ name }) => name === 'unconscious') ? 'unconscious' : 'conscious';
}

function fallen(block: Srd5eStatBlock, source: string): Srd5eStatBlock {
  return proneFrom({ ...block, status: statusAboveZero(block) }, source);
}
