import type { z } from 'zod';
import { suggestName } from '#engine/state/suggest-name.ts';
import { endSentence, type FieldPath, formatFieldPath, type Problem, toSentence } from '../problem.ts';
import { PACK_LIMITS } from '../reading/limits.ts';
import type { Locate } from '../reading/read-yaml.ts';
import { findSchemas, listKeys } from './schema-parts.ts';

type Issue = z.core.$ZodIssue;

/** One fault of a file's data in an author's words. */
type FormatFault = {
  readonly code: string;
  readonly path: FieldPath;
  /** Part of the field to point at. */
  readonly part: 'key' | 'value';
  readonly message: string;
  readonly advice: string;
};

/** Says what a schema found wrong, where, and what to write instead. */
export function explainIssue(
  schema: z.ZodType,
  data: unknown,
  issue: Issue,
  above: FieldPath = [],
): FormatFault[] {
  const path = [...above, ...pathOf(issue)];
  const value = valueAt(data, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, PACK_LIMITS.problemsPerFile)
        .map((key) => unknownKey(schema, path, key, valueAt(data, [...path, key])));
    case 'invalid_type':
      return [value === undefined ? missing(schema, path) : wrongType(path, issue.expected, value)];
    case 'invalid_value':
      return [value === undefined ? missing(schema, path) : wrongWord(path, issue.values, value)];
    case 'invalid_union':
      return value === undefined ? [missing(schema, path)] : explainUnion(schema, data, issue, path);
    case 'too_small':
    case 'too_big':
      return [outOfBounds(path, issue)];
    case 'invalid_key':
      return [
        fault('bad-key', path, `${shown(path.at(-1))} cannot be a key here`, wordsOf(issue.issues), 'key'),
      ];
    default:
      return [fault('bad-value', path, `${nameOf(path)} is ${plainly(value)}`, issue.message)];
  }
}

function fault(
  code: string,
  path: FieldPath,
  message: string,
  advice: string,
  part: FormatFault['part'] = 'value',
): FormatFault {
  // A message may begin with a key, which must stay as it is written.
  return { code, path, part, message: endSentence(message), advice: toSentence(advice) };
}

function unknownKey(schema: z.ZodType, path: FieldPath, key: string, value: unknown): FormatFault {
  // A comma inside { … } ends a value, and the rest of the sentence becomes a key without one.
  if (value === null && /\s|\.$/.test(key)) {
    const message = `"${key}" was read as a key of its own`;
    return fault('unknown-key', [...path, key], message, 'Put text that holds a comma in quotes', 'key');
  }
  const keys = listKeys(findSchemas(schema, path));
  const near = suggestName(key, keys).trim();
  const advice = near === '' ? keysAdvice(keys) : near;
  const where = path.length === 0 ? '' : ` in ${nameOf(path)}`;
  return fault('unknown-key', [...path, key], `There is no key ${key}${where}`, advice, 'key');
}

function keysAdvice(keys: readonly string[]): string {
  if (keys.length === 0) return 'Remove it';
  return keys.length > 16
    ? 'See content_packs/README.md for every key of this file'
    : `The keys here are ${keys.join(', ')}`;
}

function missing(schema: z.ZodType, path: FieldPath): FormatFault {
  const described = findSchemas(schema, path)
    .map((found) => describe(found))
    .find((text) => text !== '');
  return fault(
    'missing',
    path,
    `${nameOf(path)} is missing`,
    described ?? `Write ${path.at(-1)}: and its value`,
    'key',
  );
}

function describe(schema: z.core.$ZodType): string {
  // Every schema made through the classic door has a description, if only an undefined one.
  const { description } = schema as z.ZodType;
  return description === undefined ? '' : `Write it: ${description}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'keys with values',
  record: 'keys with values',
};

function wrongType(path: FieldPath, expected: string, value: unknown): FormatFault {
  const wanted = TYPE_WORDS[expected] ?? expected;
  const advice = typeAdvice(expected, wanted, value);
  return fault('wrong-type', path, `${nameOf(path)} is ${kindOf(value)}, not ${wanted}`, advice);
}

function typeAdvice(expected: string, wanted: string, value: unknown): string {
  if (expected === 'array' && value !== null) return `Write a list: [${shown(value)}]`;
  return expected === 'string' && value !== null
    ? 'Write text, in quotes if it looks like a number'
    : `Write ${wanted}`;
}

function wrongWord(path: FieldPath, values: readonly unknown[], value: unknown): FormatFault {
  const words = values.map(String);
  const near = typeof value === 'string' ? suggestName(value, words) : '';
  const list = words.length === 1 ? `It must be ${words[0]}` : `It is one of ${words.join(', ')}`;
  return fault('wrong-word', path, `${nameOf(path)} is ${shown(value)}`, `${list}.${near}`);
}

/** Explains the best-fitting alternative of a union: the one with the deepest faults, then the one with the fewest. */
function explainUnion(
  schema: z.ZodType,
  data: unknown,
  issue: Issue & { code: 'invalid_union' },
  path: FieldPath,
): FormatFault[] {
  if (issue.message.startsWith('Invalid discriminator')) {
    const words = [...issue.message.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
    return [wrongWord(path, words, valueAt(data, path))];
  }
  const branches = issue.errors.filter((branch) => branch.some((inner) => inner.path.length > 0));
  const best = branches.toSorted((a, b) => a.length - b.length)[0];
  if (best !== undefined) return best.flatMap((inner) => explainIssue(schema, data, inner, path));
  const expected = issue.errors
    .flatMap((branch) => branch.map(expectationOf))
    .filter((words) => words !== '');
  const advice =
    issue.message !== 'Invalid input' ? issue.message : `Write ${[...new Set(expected)].join(', or ')}`;
  return [fault('wrong-type', path, `${nameOf(path)} is ${shown(valueAt(data, path))}`, advice)];
}

function expectationOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return TYPE_WORDS[issue.expected] ?? issue.expected;
  return issue.code === 'invalid_value' ? issue.values.join(' or ') : issue.message;
}

function outOfBounds(path: FieldPath, issue: Issue & { code: 'too_small' | 'too_big' }): FormatFault {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const side = issue.code === 'too_small' ? 'at least' : 'at most';
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  const size = issue.code === 'too_small' ? 'small' : 'large';
  const what = unit === ' characters' ? (size === 'small' ? 'too short' : 'too long') : `too ${size}`;
  return fault(`too-${size}`, path, `${nameOf(path)} is ${what}`, `Write ${side} ${limit}${unit}`);
}

function pathOf(issue: Issue): FieldPath {
  return issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
}

function valueAt(data: unknown, path: FieldPath): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Any key of JSON data may be asked for; what is not there is undefined.
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}

function nameOf(path: FieldPath): string {
  return path.length === 0 ? 'The file' : path.join('.');
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'keys with values' : shown(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function plainly(value: unknown): string {
  return value === undefined || (typeof value === 'object' && value !== null) ? 'not right' : shown(value);
}

function wordsOf(issues: readonly { readonly message: string }[]): string {
  return issues.map(({ message }) => message).join('; ');
}

/** Finds all violations of a schema in a file's data, each with its place in the file. */
export function findSchemaProblems(
  schema: z.ZodType,
  data: unknown,
  file: string,
  locate: Locate,
): readonly Problem[] {
  const parsed = schema.safeParse(data);
  if (parsed.success) return [];
  return parsed.error.issues
    .slice(0, PACK_LIMITS.problemsPerFile)
    .flatMap((issue) => explainIssue(schema, data, issue))
    .slice(0, PACK_LIMITS.problemsPerFile)
    .map((fault) => toProblem(fault, file, locate));
}

/** Converts a fault into a problem with its place in the file. */
export function toProblem(
  { code, path, part, message, advice }: FormatFault,
  file: string,
  locate: Locate,
): Problem {
  const at = locate(path, part);
  return { severity: 'error', code, packId: '', file, ...at, field: formatFieldPath(path), message, advice };
}
