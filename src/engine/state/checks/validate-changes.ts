import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { EntityId } from '../ids.ts';
import type { Character, Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import type { RecordsByKey, SnapshotChange } from './find-changes.ts';
import { findBrokenReference } from './references.ts';

type Path = readonly (string | number)[];
type Fault = { readonly path: Path; readonly message: string };

/**
 * Returns the first fault an operation caused, if any. Checks only changed records, one by one, and keeps the checked
 * objects as they are, so that sharing survives.
 */
export function validateChanges(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  changes: readonly SnapshotChange[],
  rules: StateRules,
): Rejection | null {
  for (const change of changes) {
    const fault = faultOfChange(change, before, after) ?? faultByRuleset(change, before, after, rules);
    if (fault === null) continue;
    const path = [change.part, ...fault.path];
    const sentence = `${operation} would leave ${path.join('.')} wrong: ${fault.message}.`;
    return reject('invalid-result', sentence, path);
  }
  const dangling = findBrokenReference(after, changes);
  if (dangling === null) return null;
  return reject('dangling-reference', `${operation}: ${dangling.message}.`, dangling.path);
}

function faultOfChange(change: SnapshotChange, before: Snapshot, after: Snapshot): Fault | null {
  const { part } = change;
  if (change.keys === null) return faultInList(change.schema, before[part], after[part]);
  return faultInRecords(change.schema, change.before, change.after, change.keys, change.count);
}

/** Checks only the new entries of a list when its schema sets `maxItems`; checks other values whole. */
function faultInList(schema: z.ZodType, before: unknown, after: unknown): Fault | null {
  const most = schema.meta()?.maxItems;
  const isKnownList = schema instanceof z.ZodArray && Array.isArray(before) && Array.isArray(after);
  if (!isKnownList || typeof most !== 'number') return faultOf(schema, after);
  if (after.length > most) return { path: [], message: `at most ${most} entries fit` };
  // An array's element is a zod schema; the class only promises its core.
  const element = schema.element as z.ZodType;
  const known = new Set<unknown>(before);
  for (const [at, entry] of after.entries()) {
    const fault = known.has(entry) ? null : faultOf(element, entry);
    if (fault !== null) return { path: [at, ...fault.path], message: fault.message };
  }
  return null;
}

function faultInRecords(
  schema: z.ZodRecord,
  before: RecordsByKey,
  after: RecordsByKey,
  keys: readonly string[],
  count: number,
): Fault | null {
  // A record's schemas are zod schemas; the class only promises their core.
  const keySchema = schema.keyType as z.ZodType;
  const valueSchema = schema.valueType as z.ZodType;
  for (const key of keys) {
    const known = Object.hasOwn(before, key);
    const fault = (known ? null : faultOf(keySchema, key)) ?? faultIn(valueSchema, before[key], after[key]);
    if (fault !== null) return { path: [key, ...fault.path], message: fault.message };
  }
  const most = schema.meta()?.maxProperties;
  if (typeof most === 'number' && count > most) return { path: [], message: `at most ${most} entries fit` };
  return null;
}

/** Checks a value; checks a record that is a collection itself (an owner's items) entry by entry. */
function faultIn(schema: z.ZodType, before: unknown, after: unknown): Fault | null {
  if (!(schema instanceof z.ZodRecord) || !isRecords(before) || !isRecords(after))
    return faultOf(schema, after);
  const all = Object.keys(after);
  const keys = all.filter((key) => before[key] !== after[key]);
  return faultInRecords(schema, before, after, keys, all.length);
}

function faultByRuleset(
  change: SnapshotChange,
  before: Snapshot,
  after: Snapshot,
  rules: StateRules,
): Fault | null {
  if (change.part === 'rulesetState') return rules.stateFaults(after.rulesetState)[0] ?? null;
  if (change.part !== 'entities' || change.keys === null) return null;
  for (const key of change.keys) {
    // The keys of the record are entity ids.
    const stats = statsToCheck(before.entities[key as EntityId], after.entities[key as EntityId]);
    const fault = stats === null ? undefined : rules.statFaults(stats)[0];
    if (fault !== undefined) return { path: [key, 'stats', ...fault.path], message: fault.message };
  }
  return null;
}

function statsToCheck(before: Entity | undefined, after: Entity | undefined): Character['stats'] | null {
  if (after?.kind !== 'character' || Object.keys(after.stats).length === 0) return null;
  return before?.kind === 'character' && before.stats === after.stats ? null : after.stats;
}

function faultOf(schema: z.ZodType, value: unknown): Fault | null {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return { path, message: issue.message };
}

function isRecords(value: unknown): value is RecordsByKey {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
