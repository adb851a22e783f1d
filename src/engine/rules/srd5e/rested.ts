import type { Srd5eConditionEnd } from '../srd5e-condition.ts';
import type { Srd5eFeaturePool } from '../srd5e-resources.ts';
import type { Srd5eStatBlock } from '../srd5e-stat-block.ts';
import { withoutConditions } from './with-conditions.ts';

export type Rest = 'short_rest' | 'long_rest';

/** What every creature gets back from a rest of that kind: pact slots, features, an end to what rest ends. */
export function rested(block: Srd5eStatBlock, rest: Rest): Srd5eStatBlock {
  const { resources } = block;
  const ended = (ends: Srd5eConditionEnd) =>
    ends.when === 'short_rest' || (rest === 'long_rest' && ends.when === 'long_rest');
  const awake = withoutConditions(block, ({ ends }) => ended(ends));
  return {
    ...awake,
    active_effects: awake.active_effects.filter(({ ends }) => !ended(ends)),
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
