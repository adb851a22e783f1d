import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { type ApplyContext, applyAllOrNone } from './apply-operations.ts';
import { addCoreMemory, createCorrectionMemory } from './edits/core-memories.ts';
import type { Effect } from './effect.ts';
import type { CharacterId } from './ids.ts';
import type { Proposal } from './operations.ts';
import { findJsonProblem, isForbiddenKey, MAX_JSON_DEPTH, MAX_JSON_NODES } from './records/field-types.ts';
import type { Snapshot } from './snapshot.ts';
import {
  type Assignment,
  type Creation,
  DELETE,
  formatAssignment,
  rejectWholeReplacement,
} from './state-updates/assignment.ts';
import { translateAssignment } from './state-updates/translate.ts';

const HEADING = /^[ \t]*GOD_MODE_SET:/m;
const MAX_LINES = 200;

type ReadLine = { readonly line: string; readonly read: Assignment | Rejection };

/** Reads the lines of a pasted block, each as an assignment or with its fault. */
function readGodModeSet(text: string): readonly ReadLine[] | Rejection {
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
function splitForbiddenKeys(updates: unknown): SplitUpdates {
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

export type StateUpdateContext = ApplyContext & {
  /** Persona that `player_character_data` refers to. */
  readonly personaId: CharacterId;
};

/** One change the protocol asked for: the operations it became, or why it was refused. */
type StateUpdateLine = {
  readonly line: string;
  readonly operations: readonly Proposal[];
  readonly rejection: Rejection | null;
};

export type StateUpdateResult = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly lines: readonly StateUpdateLine[];
  readonly nextOrdinal: number;
};

/**
 * Applies a nested `state_updates` object. Objects are walked, so only what is named changes; `"__DELETE__"` removes,
 * `{"append": x}` adds to a list. Every leaf stands alone: it becomes operations, or is refused with its reason.
 */
export function applyStateUpdates(
  snapshot: Snapshot,
  updates: unknown,
  context: StateUpdateContext,
): StateUpdateResult {
  const { kept, forbidden } = splitForbiddenKeys(updates);
  const problem = findJsonProblem(kept);
  if (!isJsonObject(kept) || problem !== null) {
    const wrong =
      problem === null ? 'state_updates is an object.' : `state_updates must not hold ${problem}.`;
    return refusedWhole(snapshot, 'state_updates', reject('bad-updates', wrong), context);
  }
  const walk = new Walk(snapshot, context);
  for (const path of forbidden) {
    const reason = `A path cannot lead through ${path.at(-1)}.`;
    walk.refuse(path.join('.'), reject('bad-path', reason, path));
  }
  // findJsonProblem has just proved that every value is JSON.
  const roots = Object.entries(kept as { readonly [key: string]: Json });
  for (const [root, value] of roots) walk.take({ path: [root], value }, 'nested');
  return walk.result();
}

/** Applies a pasted `GOD_MODE_SET:` block, line by line, as the game master in GOD mode. */
export function applyGodModeSet(
  snapshot: Snapshot,
  text: string,
  context: StateUpdateContext,
): StateUpdateResult {
  const god: StateUpdateContext = { ...context, asker: 'god' };
  const lines = readGodModeSet(text);
  if ('rejected' in lines) return refusedWhole(snapshot, 'GOD_MODE_SET:', lines, god);
  const walk = new Walk(snapshot, god);
  for (const { line, read } of lines) {
    if ('rejected' in read) walk.refuse(line, read);
    else walk.take(read, 'flat');
  }
  return walk.result();
}

function refusedWhole(
  snapshot: Snapshot,
  line: string,
  rejection: Rejection,
  { dice }: ApplyContext,
): StateUpdateResult {
  return {
    snapshot,
    effects: [],
    lines: [{ line, operations: [], rejection }],
    nextOrdinal: dice.nextOrdinal,
  };
}

/** Takes assignments one after the other; each is translated against what the earlier ones have made. */
class Walk {
  #snapshot: Snapshot;
  #context: StateUpdateContext;
  readonly #effects: Effect[] = [];
  readonly #lines: StateUpdateLine[] = [];

  constructor(snapshot: Snapshot, context: StateUpdateContext) {
    this.#snapshot = snapshot;
    this.#context = context;
  }

  take(assignment: Assignment, form: 'nested' | 'flat'): void {
    const translation = translateAssignment(assignment, { ...this.#context, snapshot: this.#snapshot });
    if (translation === 'descend') this.#descend(assignment, form);
    else if ('parts' in translation) for (const part of translation.parts) this.take(part, 'nested');
    else if ('details' in translation) this.#create(assignment, translation);
    else if ('rejected' in translation) this.refuse(formatAssignment(assignment), translation);
    else this.#apply(formatAssignment(assignment), translation);
  }

  refuse(line: string, rejection: Rejection): void {
    this.#lines.push({ line, operations: [], rejection });
  }

  result(): StateUpdateResult {
    const { nextOrdinal } = this.#context.dice;
    const accepted = this.#lines.filter(({ operations }) => operations.length > 0);
    const told = { effects: this.#effects, lines: this.#lines, nextOrdinal };
    if (this.#context.asker !== 'god' || accepted.length === 0) return { snapshot: this.#snapshot, ...told };
    const memory = createCorrectionMemory(accepted.map(({ line }) => line));
    const kept = addCoreMemory(this.#snapshot, memory, this.#context);
    return { ...told, snapshot: kept.snapshot, effects: [...this.#effects, ...kept.effects] };
  }

  #descend(assignment: Assignment, form: 'nested' | 'flat'): void {
    const { path, value } = assignment;
    const parts: readonly (readonly [string, Json])[] = isJsonObject(value) ? Object.entries(value) : [];
    const [first] = parts;
    // Every line of a block is an assignment. An object there would replace the old one, so it is not split into parts.
    if (first === undefined || form === 'flat') {
      const example = `${path.join('.')}.${first?.[0] ?? 'field'} = ${JSON.stringify(first?.[1] ?? 5)}`;
      this.refuse(formatAssignment(assignment), rejectWholeReplacement(assignment, example));
      return;
    }
    for (const [key, part] of parts) this.take({ path: [...path, key], value: part }, form);
  }

  #create(assignment: Assignment, { operations, details, refused }: Creation): void {
    if (!this.#apply(formatAssignment(assignment), operations)) return;
    for (const { assignment: unused, rejection } of refused) this.refuse(formatAssignment(unused), rejection);
    for (const detail of details) this.take(detail, 'nested');
  }

  #apply(line: string, operations: readonly Proposal[]): boolean {
    const context = { ...this.#context, correctionLogged: true };
    const applied = applyAllOrNone(this.#snapshot, operations, context);
    const [refused] = applied.rejected;
    if (refused !== undefined) {
      this.refuse(line, refused.rejection);
      return false;
    }
    this.#snapshot = applied.snapshot;
    this.#effects.push(...applied.effects);
    this.#lines.push({ line, operations, rejection: null });
    const dice = { ...this.#context.dice, nextOrdinal: applied.nextOrdinal };
    this.#context = { ...this.#context, dice };
    return true;
  }
}
