import { z } from 'zod';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import { suggestName } from '../suggest-name.ts';
import { checkWritable, parsePath, readPath, writePath } from './json-path.ts';
import { hasSchemaPath, listSchemaNames } from './schema-path.ts';

type StatePathValue = { readonly steps: readonly string[]; readonly value: Json | undefined };

/**
 * Parses a path into the ruleset's scene state and returns it with its present value. Accepts paths the schema names
 * and paths that exist in the state already.
 */
export function parseStatePath(
  snapshot: Snapshot,
  path: string,
  rules: StateRules,
): StatePathValue | Rejection {
  const steps = parsePath(path);
  if ('rejected' in steps) return steps;
  const value = readPath(snapshot.rulesetState, steps);
  if (value !== undefined || hasSchemaPath(rules.stateSchema, steps))
    return checkWritable(snapshot.rulesetState, steps) ?? { steps, value };
  const parent = readPath(snapshot.rulesetState, steps.slice(0, -1));
  const siblings = [
    ...listSchemaNames(rules.stateSchema, steps.slice(0, -1)),
    ...(isJsonObject(parent) ? Object.keys(parent) : []),
  ];
  const hint = suggestName(steps.at(-1) ?? '', siblings);
  return reject('unknown-path', `The ruleset's state has no ${path}.${hint}`, ['path']);
}

export const StatePath = z.string().min(1).max(300);
export const Step = z.number().min(0).max(1e9);

/** Replaces the ruleset's state. Rejects a state that is not an object. */
export function replaceRulesetState(snapshot: Snapshot, state: Json): Snapshot | Rejection {
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
  const known = parseStatePath(snapshot, path, rules);
  if ('rejected' in known) return known;
  const value = known.value ?? 0;
  if (typeof value !== 'number') {
    return reject(
      'not-a-number',
      `${path} holds ${JSON.stringify(value).slice(0, 60)}, which cannot be counted.`,
      ['path'],
    );
  }
  return replaceRulesetState(snapshot, writePath(snapshot.rulesetState, known.steps, value + by));
}
