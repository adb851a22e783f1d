import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { Actor } from '../operation.ts';
import { isForbiddenKey } from '../records/field-types.ts';

const MAX_STEPS = 12;

/** Splits a dotted path into its steps, `wounds.0.depth` → `['wounds', '0', 'depth']`, or rejects it. */
export function parsePath(path: string): readonly string[] | Rejection {
  const steps = path.split('.');
  if (steps.some((step) => step.trim() === '' || step !== step.trim())) {
    return reject(
      'bad-path',
      `${JSON.stringify(path)} is no path; write names joined by dots, like guard.alertness.`,
      ['path'],
    );
  }
  const forbidden = steps.find(isForbiddenKey);
  if (forbidden !== undefined)
    return reject('bad-path', `A path cannot lead through ${forbidden}.`, ['path']);
  if (steps.length > MAX_STEPS) return reject('bad-path', `A path has at most ${MAX_STEPS} steps.`, ['path']);
  return steps;
}

/** Returns the value at the path; undefined when there is none. */
export function readPath(value: Json | undefined, steps: readonly string[]): Json | undefined {
  let here = value;
  for (const step of steps) {
    if (Array.isArray(here)) here = isIndex(step) ? here[Number(step)] : undefined;
    else here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/**
 * Returns the value with a new leaf at the path, or without the leaf for `undefined`. Shares the parts the path does
 * not touch; creates missing objects on the way.
 */
export function writePath(value: Json | undefined, steps: readonly string[], leaf: Json | undefined): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return leaf ?? null;
  if (Array.isArray(value)) return writeInArray(value, Number(step), rest, leaf);
  const here = isJsonObject(value) ? value : {};
  if (rest.length > 0) return { ...here, [step]: writePath(here[step], rest, leaf) };
  if (leaf !== undefined) return { ...here, [step]: leaf };
  const { [step]: _gone, ...remaining } = here;
  return remaining;
}

/** Rejects a path that leads past the end of a list, or into a value without parts. */
export function checkWritable(value: Json | undefined, steps: readonly string[]): Rejection | null {
  let here = value;
  for (const [at, step] of steps.entries()) {
    if (here === undefined) return null;
    const blocked = noPlaceFor(here, step, steps.slice(0, at).join('.'));
    if (blocked !== null) return blocked;
    here = readPath(here, [step]);
  }
  return null;
}

function noPlaceFor(value: Json, step: string, where: string): Rejection | null {
  if (isJsonObject(value)) return null;
  if (!Array.isArray(value)) {
    const held = JSON.stringify(value).slice(0, 60);
    return reject('bad-path', `${where} holds ${held}, which has no ${step} in it.`, ['path']);
  }
  if (isIndex(step) && Number(step) < value.length) return null;
  const sentence = `${where} has ${value.length} in it, counted from 0, and no ${step}; append to it.`;
  return reject('no-such-entry', sentence, ['path']);
}

function writeInArray(
  list: readonly Json[],
  index: number,
  rest: readonly string[],
  leaf: Json | undefined,
): Json {
  if (rest.length === 0 && leaf === undefined) return list.filter((_, at) => at !== index);
  return list.map((item, at) => (at === index ? writePath(item, rest, leaf) : item));
}

function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d{0,5})$/.test(step);
}

/** Returns true when a value has parts of its own, so that replacing it would lose more than was named. */
export function hasChildren(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/**
 * Rejects a model's replacement of a list, because entries it left out would be lost. Returns null when no entry
 * would be lost.
 */
export function rejectListReplacement(path: string, value: Json | undefined, asker: Actor): Rejection | null {
  if (asker !== 'model' || !Array.isArray(value) || value.length === 0) return null;
  return reject(
    'replaces-list',
    `${path} is a list of ${value.length} and cannot be replaced whole; append to it, or remove one entry (${path}.0).`,
    ['path'],
  );
}

/** Rejects the replacement of a parent and suggests narrower paths. */
export function rejectParentReplacement(path: string, value: Json | undefined): Rejection {
  const children = isJsonObject(value) ? Object.keys(value).slice(0, 6) : [];
  const narrower = children.map((child) => `${path}.${child}`).join(', ');
  return reject(
    'replaces-parent',
    `${path} holds several values and cannot be replaced whole; name the one: ${narrower}.`,
    ['path'],
  );
}
