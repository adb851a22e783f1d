import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { JudgeReply } from '#engine/contracts/findings.ts';
import { Narration } from '#engine/contracts/narration.ts';
import { Outcome } from '#engine/contracts/outcome.ts';
import { Plan } from '#engine/contracts/plan.ts';
import { Reaction } from '#engine/contracts/reaction.ts';
import { Reading } from '#engine/contracts/reading.ts';
import { RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { FIELD_TABLE, OWN_FIELDS, type OwnField } from '../../support/field-table.ts';

const CONTRACTS: Readonly<Record<string, z.ZodType>> = {
  Reading,
  Outcome,
  Narration,
  Plan,
  Reaction,
  RulebookResolution,
  JudgeReply,
  ThinkReply,
  GodReply,
};

/** The contract inside defaults, lists and preprocessing. */
function unwrap(type: z.core.$ZodType): z.core.$ZodType {
  if (type instanceof z.ZodPipe) return unwrap(type.out);
  if (type instanceof z.ZodArray) return unwrap(type.element);
  if (
    type instanceof z.ZodDefault ||
    type instanceof z.ZodPrefault ||
    type instanceof z.ZodCatch ||
    type instanceof z.ZodNullable ||
    type instanceof z.ZodOptional
  )
    return unwrap(type.def.innerType);
  return type;
}

function hasField(contract: z.core.$ZodType, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  const object = unwrap(contract);
  if (!(object instanceof z.ZodObject)) return false;
  const field: z.core.$ZodType | undefined = object.shape[first];
  return field !== undefined && hasField(field, rest);
}

const own = OWN_FIELDS.map((row) => [row.as, row] as const);
const named = FIELD_TABLE.map((row) => [`${row.document} ${row.contract}.${row.field}`, row] as const);

it.each([...named, ...own])('%s has a place in a contract or in code', (_name, { as }) => {
  const [file, code] = as.split('#');
  if (code !== undefined) {
    expect(existsSync(file ?? ''), file).toBe(true);
    return;
  }
  const [contract = '', ...path] = as.split('.');
  expect(CONTRACTS[contract], contract).toBeDefined();
  expect(hasField(CONTRACTS[contract] ?? z.unknown(), path), as).toBe(true);
});

const wordOf = ({ as, word }: OwnField) => word ?? as.split(/[.#]/).at(-1) ?? as;

/** Reads a source file without its comments. */
function readCode(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

it.each([...named, ...own])('%s has a reader that mentions it', (_name, row) => {
  expect(existsSync(row.readBy), row.readBy).toBe(true);
  expect(readCode(row.readBy)).toMatch(new RegExp(`\\b${wordOf(row)}\\b`));
});

it('names no field twice', () => {
  const names = named.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** Names of the documents' contracts, as they are written there. A field missing from the table is missing here by name. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  router: ['needs_search', 'character_search', 'event_search', 'law_search', 'event_detail_ids'],
  metadata: [
    'scene_characters',
    'location',
    'date',
    'awaiting_roll',
    'roll_type',
    'summary_update',
    'events',
    'dialogue',
    'juan_acted',
  ],
  InterpreterOutput: [
    'intent',
    'referenced_entities',
    'proposed_actions',
    'assumptions',
    'risk_flags',
    'perception_flags',
  ],
  ValidatorOutput: ['allowed_actions', 'blocked_actions', 'clarification_needed', 'clarification_question'],
  PlannerOutput: ['beats', 'tension_move', 'tension_move_type', 'clarification_question', 'next_suggestions'],
  EngineEvent: ['type', 'details', 'tags', 'scope'],
  StateDiff: ['clocks', 'facts_add', 'facts_update', 'inventory_changes', 'scene_update', 'threads_update'],
  NarratorOutput: [
    'final_text',
    'next_prompt',
    'suggested_actions',
    'established_facts',
    'introduced_items',
    'introduced_npcs',
    'scene_transition',
    'thread_updates',
  ],
  response: [
    'session_header',
    'resources',
    'narrative',
    'planning_block',
    'dice_rolls',
    'god_mode_response',
    'entities_mentioned',
    'location_confirmed',
    'state_updates',
    'debug_info',
  ],
  'ruleset resolution': ['dice_request', 'resolved_outcome', 'new_observations', 'state_ops'],
  reflection: ['action_text', 'intent_tags'],
  narrator: ['narration_text', 'new_observations', 'state_ops'],
};

it.each(Object.entries(DOCUMENTED))('lists every field of %s', (contract, fields) => {
  const listed = FIELD_TABLE.filter((row) => row.contract === contract).map(
    ({ field }) => field.split('.')[0],
  );
  expect(new Set(listed)).toEqual(new Set(fields));
});

/** Every field of a contract that holds no further object, as `Contract.path`. */
function listLeaves(type: z.core.$ZodType, path: string): string[] {
  const object = unwrap(type);
  if (!(object instanceof z.ZodObject)) return [path];
  return Object.entries(object.shape).flatMap(([name, field]) =>
    listLeaves(field as z.core.$ZodType, `${path}.${name}`),
  );
}

it.each(['Reading', 'Outcome', 'Narration', 'Plan', 'Reaction', 'RulebookResolution'])(
  'lists every field of our %s',
  (name) => {
    const listed = [...FIELD_TABLE, ...OWN_FIELDS].map(({ as }) => as);
    const isListed = (leaf: string) =>
      // A parent that is listed is read as a whole. Sentences and operations have fields of their own wherever they stand.
      listed.some((as) => leaf === as || (leaf.startsWith(`${as}.`) && isWhole(as))) ||
      /\.(?:sentence|op|quote)$|\.choices\.|\.observations\./.test(leaf);
    const isWhole = (as: string) => !listed.some((other) => other.startsWith(`${as}.`));
    const leaves = listLeaves(CONTRACTS[name] ?? z.unknown(), name);
    expect(leaves.filter((leaf) => !isListed(leaf))).toEqual([]);
  },
);
