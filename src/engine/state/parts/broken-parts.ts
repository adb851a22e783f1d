import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { EntityId } from '../ids.ts';
import { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import { brokenReference } from './broken-references.ts';

type Path = readonly (string | number)[];
type Fault = { readonly path: Path; readonly message: string };
type Collection = { readonly [key: string]: unknown };

// `Object.keys` widens to string; the shape's keys are the snapshot's.
const PARTS = Object.keys(Snapshot.shape) as (keyof Snapshot)[];

/**
 * What an operation broke, if anything. Only what is not the very same object as before is checked, record by
 * record, and the checked objects are kept as they are, so that sharing survives.
 */
export function brokenParts(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  rules: StateRules,
): Rejection | null {
  for (const part of PARTS) {
    if (before[part] === after[part]) continue;
    const schema = Snapshot.shape[part];
    const fault = faultIn(schema, before[part], after[part]) ?? faultByRuleset(part, before, after, rules);
    if (fault === null) continue;
    const path = [part, ...fault.path];
    const sentence = `${operation} would leave ${path.join('.')} wrong: ${fault.message}.`;
    return reject('invalid-result', sentence, path);
  }
  const dangling = brokenReference(before, after);
  if (dangling === null) return null;
  return reject('dangling-reference', `${operation}: ${dangling.message}.`, dangling.path);
}

function faultByRuleset(
  part: keyof Snapshot,
  before: Snapshot,
  after: Snapshot,
  rules: StateRules,
): Fault | null {
  if (part === 'rulesetState') return rules.stateFaults(after.rulesetState)[0] ?? null;
  return part === 'entities' ? faultInStats(before.entities, after.entities, rules) : null;
}

type Entities = Snapshot['entities'];

function faultInStats(before: Entities, after: Entities, rules: StateRules): Fault | null {
  for (const key in after) {
    // The keys of the record are entity ids.
    const id = key as EntityId;
    const entity = after[id];
    const earlier = before[id];
    if (entity === earlier || entity?.kind !== 'character') continue;
    if (earlier?.kind === 'character' && earlier.stats === entity.stats) continue;
    if (Object.keys(entity.stats).length === 0) continue;
    const fault = rules.statFaults(entity.stats)[0];
    if (fault !== undefined) return { path: [key, 'stats', ...fault.path], message: fault.message };
  }
  return null;
}

function faultIn(schema: z.ZodType, before: unknown, after: unknown): Fault | null {
  if (schema instanceof z.ZodRecord && isCollection(before) && isCollection(after)) {
    return faultInCollection(schema, before, after);
  }
  return faultOf(schema, after);
}

function faultInCollection(schema: z.ZodRecord, before: Collection, after: Collection): Fault | null {
  // A record's schemas are zod schemas; the class only promises their core.
  const valueSchema = schema.valueType as z.ZodType;
  const keySchema = schema.keyType as z.ZodType;
  let count = 0;
  for (const key in after) {
    count += 1;
    const value = after[key];
    if (before[key] === value) continue;
    const known = Object.hasOwn(before, key);
    const fault = (known ? null : faultOf(keySchema, key)) ?? faultIn(valueSchema, before[key], value);
    if (fault !== null) return { path: [key, ...fault.path], message: fault.message };
  }
  const most = schema.meta()?.maxProperties;
  if (typeof most === 'number' && count > most) return { path: [], message: `at most ${most} entries fit` };
  return null;
}

function faultOf(schema: z.ZodType, value: unknown): Fault | null {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { path, message: issue.message };
}

function isCollection(value: unknown): value is Collection {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
