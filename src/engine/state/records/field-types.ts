import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { PackEntityId } from '../ids.ts';

/** Keys that would reach an object's prototype; no record, path or JSON value may hold them. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key);
}

export const MAX_JSON_DEPTH = 16;
export const MAX_JSON_NODES = 20_000;
const MAX_JSON_STRING = 20_000;
const MAX_JSON_KEY = 200;

const SLUG = /^[a-z0-9][a-z0-9_-]{0,79}$/;

/** The name a record is filed under: `main_case`, `night_watch`. Lower case, so no word of JavaScript fits. */
export const Slug = z
  .string()
  .regex(SLUG, 'an id is lower-case letters, digits, _ and -, at most 80, like main_case')
  .refine((slug) => !isForbiddenKey(slug), 'this word cannot be an id');

/** Name as entered; surrounding white space is trimmed. */
export const Name = z.string().trim().min(1).max(120);

/** A name as it is kept: reading it again gives the very same text. */
export const StoredName = z
  .string()
  .min(1)
  .max(120)
  .refine((name) => name === name.trim(), 'a name has no spaces around it');
export const Line = z.string().max(400);
export const Prose = z.string().max(6000);
export const Tags = z.array(z.string().min(1).max(60)).max(40);

/** A finite number of a size that stays exact in JSON. */
export const Amount = z.number().min(-1e12).max(1e12);

/** Creates the schema of a record with a bounded number of entries. */
export function createRecordSchema<Key extends z.ZodType<string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
) {
  const fits = (record: object) => Object.keys(record).length <= most;
  return z.record(key, value).refine(fits, `at most ${most} entries fit`).meta({ maxProperties: most });
}

/** Returns the reason why a value cannot be kept as JSON, or null when it can. */
export function findJsonProblem(value: unknown): string | null {
  return problemAt(value, 0, { nodes: 0 });
}

function problemAt(value: unknown, depth: number, seen: { nodes: number }): string | null {
  seen.nodes += 1;
  if (seen.nodes > MAX_JSON_NODES) return `more than ${MAX_JSON_NODES} values`;
  if (depth > MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH}`;
  if (typeof value !== 'object' || value === null) return plainProblem(value);
  if (Array.isArray(value)) return firstProblem(value, depth, seen);
  const badKey = Object.keys(value).find((key) => isForbiddenKey(key) || key.length > MAX_JSON_KEY);
  if (badKey !== undefined) return `the key ${badKey.slice(0, 40)}, which is not allowed`;
  return firstProblem(Object.values(value), depth, seen);
}

function plainProblem(value: unknown): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'a number that is not finite';
  if (typeof value === 'string') return value.length <= MAX_JSON_STRING ? null : 'a text that is too long';
  return `a ${typeof value}, which JSON cannot hold`;
}

function firstProblem(values: readonly unknown[], depth: number, seen: { nodes: number }): string | null {
  for (const value of values) {
    const problem = problemAt(value, depth + 1, seen);
    if (problem !== null) return problem;
  }
  return null;
}

const checkJson = (value: unknown, context: z.core.$RefinementCtx) => {
  const problem = findJsonProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: `JSON must not hold ${problem}` });
};

// The refinement above has just proved the value is JSON; zod cannot carry that into the type by itself.
export const JsonValue = z.unknown().superRefine(checkJson) as unknown as z.ZodType<Json>;

/** A JSON object of any shape: stat blocks, ruleset state, custom campaign state. */
export const JsonObject = z
  .record(z.string(), z.unknown())
  // Safe for the same reason as JsonValue.
  .superRefine(checkJson) as unknown as z.ZodType<{ readonly [key: string]: Json }>;

/** `pack`: copied from a pack at the start; `campaign`: made in play; `world`: true in every campaign of a world. */
const Origin = z.enum(['pack', 'campaign', 'world']);

/** Origin of a record; spread into every record that a pack can seed. */
export const provenance = {
  origin: Origin,
  packId: Slug.optional(),
};

export const entityProvenance = { ...provenance, packEntityId: PackEntityId.optional() };

/**
 * Operation stored for later, in the shape of a proposal: `{ op: 'add_fact', … }`. Its input is parsed when it is
 * applied, by the rules of that moment.
 */
export const StoredProposal = JsonObject.refine(
  (proposal) => typeof proposal.op === 'string',
  'a stored operation names itself in `op`',
);
export type StoredProposal = z.infer<typeof StoredProposal>;

export const StoredProposals = z.array(StoredProposal).max(12);

const DIGITS = 14;

/**
 * Rounds to fourteen digits. These keep the smallest step of a slow plan; more would only collect floating-point
 * noise.
 */
export function roundAmount(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
