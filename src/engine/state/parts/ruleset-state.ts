import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import { isJsonObject, writeAt } from './json-path.ts';
import { knownStatePath } from './known-path.ts';

export const StatePath = z.string().min(1).max(300);
export const Step = z.number().min(0).max(1e9);

/** The snapshot with another ruleset state; a state is always an object. */
export function asRulesetState(snapshot: Snapshot, state: Json): Snapshot | Rejection {
  if (!isJsonObject(state))
    return reject('bad-path', "The ruleset's state itself cannot be replaced.", ['path']);
  return { ...snapshot, rulesetState: state };
}

/** Moves a number of the ruleset's state up or down; a number the schema has a place for starts at 0. */
export function moveNumber(
  snapshot: Snapshot,
  path: string,
  by: number,
  rules: StateRules,
): Snapshot | Rejection {
  const known = knownStatePath(snapshot, path, rules);
  if ('rejected' in known) return known;
  const value = known.value ?? 0;
  if (typeof value !== 'number') {
    return reject(
      'not-a-number',
      `${path} holds ${JSON.stringify(value).slice(0, 60)}, which cannot be counted.`,
      ['path'],
    );
  }
  return asRulesetState(snapshot, writeAt(snapshot.rulesetState, known.steps, value + by));
}
