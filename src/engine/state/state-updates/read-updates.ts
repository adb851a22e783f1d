import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findJsonProblem, isForbiddenKey, MAX_JSON_DEPTH, MAX_JSON_NODES } from '../records/field-types.ts';
import { type Assignment, DELETE } from './assignment.ts';

const HEADING = /^[ \t]*GOD_MODE_SET:/m;
const MAX_LINES = 200;

type ReadLine = { readonly line: string; readonly read: Assignment | Rejection };

/** Reads the lines of a pasted block, each as an assignment or with its fault. */
export function readGodModeSet(text: string): readonly ReadLine[] | Rejection {
  const heading = HEADING.exec(text);
  if (heading === null) {
    return reject('no-block', 'A block begins with GOD_MODE_SET: and has one change on each line.');
  }
  const body = text.slice(heading.index).split('\n');
  // A single change may stand on the line of the heading itself.
  const lines = body
    .map((line) => line.replace(HEADING, '').trim())
    .filter((line) => line !== '' && !line.startsWith('```'));
  if (lines.length === 0)
    return reject(
      'no-block',
      'The block has no changes; write one on each line, like player_character_data.hp_current = 75.',
    );
  if (lines.length > MAX_LINES)
    return reject('block-too-long', `A block has at most ${MAX_LINES} lines, not ${lines.length}.`);
  return lines.map((line) => ({ line, read: readLine(line) }));
}

function readLine(line: string): Assignment | Rejection {
  const [, left = '', right = ''] = /^([^=]+?)\s*=\s*(.+)$/.exec(line) ?? [];
  if (left === '') return reject('bad-line', `"${line.slice(0, 60)}" is no change; write path = value.`);
  const path = left.split('.').map((step) => step.trim());
  if (path.includes('')) return reject('bad-path', `${left} is no path; write names joined by dots.`);
  const value = literal(right.trim());
  if (value === undefined) {
    return reject(
      'bad-literal',
      `${right.slice(0, 60)} is no JSON; write "text" in quotes, 5, true, false, {…}, […] or ${DELETE}.`,
      path,
    );
  }
  const problem = findJsonProblem(value);
  return problem === null
    ? { path, value }
    : reject('bad-literal', `The value must not hold ${problem}.`, path);
}

function literal(text: string): Json | undefined {
  if (text === DELETE) return DELETE;
  try {
    // JSON.parse returns only JSON values.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

type SplitUpdates = {
  /** The updates without those keys, and without objects that held nothing else. */
  readonly kept: unknown;
  /** Paths of the forbidden keys. */
  readonly forbidden: readonly (readonly string[])[];
};

const EMPTIED = Symbol('held nothing else');

/** Removes forbidden keys from updates, so that each is refused alone and the rest still applies. */
export function splitForbiddenKeys(updates: unknown): SplitUpdates {
  const forbidden: (readonly string[])[] = [];
  let nodes = 0;

  // Values beyond the limits of depth and size are not filtered: such updates are refused whole.
  const sift = (value: unknown, path: readonly string[]): unknown => {
    nodes += 1;
    const isPlain = typeof value !== 'object' || value === null;
    if (isPlain || path.length > MAX_JSON_DEPTH || nodes > MAX_JSON_NODES) return value;
    if (Array.isArray(value))
      return value.map((item, index) => orEmpty(sift(item, [...path, String(index)])));
    const entries = Object.entries(value);
    const kept = entries.flatMap(([key, part]): [string, unknown][] => {
      if (isForbiddenKey(key)) forbidden.push([...path, key]);
      const sifted = isForbiddenKey(key) ? EMPTIED : sift(part, [...path, key]);
      return sifted === EMPTIED ? [] : [[key, sifted]];
    });
    return kept.length === 0 && entries.length > 0 ? EMPTIED : Object.fromEntries(kept);
  };

  return { kept: orEmpty(sift(updates, [])), forbidden };
}

function orEmpty(sifted: unknown): unknown {
  return sifted === EMPTIED ? {} : sifted;
}
