import type { Json } from '#engine/kit/canonical-json.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from '../nearest-name.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import { isJsonObject, parsePath, readAt, unwritable } from './json-path.ts';
import { namesBelow, schemaKnows } from './schema-path.ts';

export type KnownPath = { readonly steps: readonly string[]; readonly value: Json | undefined };

/**
 * A path into the ruleset's scene state that the ruleset has a place for (its schema names it, or it stands in the
 * state already), with what stands there now.
 */
export function knownStatePath(snapshot: Snapshot, path: string, rules: StateRules): KnownPath | Rejection {
  const steps = parsePath(path);
  if ('rejected' in steps) return steps;
  const value = readAt(snapshot.rulesetState, steps);
  if (value !== undefined || schemaKnows(rules.stateSchema, steps))
    return unwritable(snapshot.rulesetState, steps) ?? { steps, value };
  const parent = readAt(snapshot.rulesetState, steps.slice(0, -1));
  const siblings = [
    ...namesBelow(rules.stateSchema, steps.slice(0, -1)),
    ...(isJsonObject(parent) ? Object.keys(parent) : []),
  ];
  const hint = suggestion(steps.at(-1) ?? '', siblings);
  return reject('unknown-path', `The ruleset's state has no ${path}.${hint}`, ['path']);
}
