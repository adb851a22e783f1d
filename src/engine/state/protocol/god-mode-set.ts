import type { Json } from '#engine/kit/canonical-json.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { jsonProblem } from '../records/bounds.ts';
import { type Assignment, DELETE } from './assignment.ts';

const HEADING = /^[ \t]*GOD_MODE_SET:/m;
const MAX_LINES = 200;

export type ReadLine = { readonly line: string; readonly read: Assignment | Rejection };

/** The lines of a pasted block, each as an assignment or with what is wrong with it. */
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
  const problem = jsonProblem(value);
  return problem === null
    ? { path, value }
    : reject('bad-literal', `The value must not hold ${problem}.`, path);
}

function literal(text: string): Json | undefined {
  if (text === DELETE) return DELETE;
  try {
    // Whatever JSON.parse returns is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
