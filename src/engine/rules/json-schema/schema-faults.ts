import { findNearestName } from '../names/nearest-name.ts';
import { findPatternFault } from './pattern-fault.ts';
import {
  formatValue,
  isPlainObject,
  KEYWORDS,
  type SchemaFault,
  type SchemaPath,
  suggestKeyword,
  walkSchema,
} from './walk-schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const KNOWN: readonly string[] = Object.values(KEYWORDS).flat();
const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Finds faults of keywords: unknown ones with a suggested replacement, and patterns that could run without end. */
export function findKeywordFaults(schema: unknown): SchemaFault[] {
  return [...walkSchema(schema)].flatMap(({ value, path }) => faultsOf(value, path));
}

function faultsOf(value: unknown, path: SchemaPath): SchemaFault[] {
  if (typeof value === 'boolean') return [];
  if (!isPlainObject(value))
    return [{ path, message: `${formatValue(value)} is not a schema; write an object` }];
  return [
    ...Object.keys(value).flatMap((keyword) => keywordFault(keyword, value, path)),
    ...patternFaults(value, path),
    ...unsafeNames(value, path),
  ];
}

function keywordFault(
  keyword: string,
  schema: Readonly<Record<string, unknown>>,
  path: SchemaPath,
): SchemaFault[] {
  const at = [...path, keyword];
  if (keyword === '$schema' && schema.$schema !== DIALECT) {
    return [
      { path: at, message: `$schema is ${formatValue(schema.$schema)}; leave it out or write "${DIALECT}"` },
    ];
  }
  if (keyword === '$defs' && path.length > 0) {
    return [{ path: at, message: '$defs stands inside the schema; move it to the top' }];
  }
  if (KNOWN.includes(keyword)) return [];
  const near = findNearestName(keyword.slice(0, 60), KNOWN);
  const advice =
    suggestKeyword(keyword, schema.type) ?? (near === null ? 'leave it out' : `did you mean ${near}?`);
  return [
    { path: at, message: `${formatValue(keyword)} is not a keyword of JSON Schema used here; ${advice}` },
  ];
}

function patternFaults(schema: Readonly<Record<string, unknown>>, path: SchemaPath): SchemaFault[] {
  const named = isPlainObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const patterns: [SchemaPath, unknown][] = named.map((pattern) => [[...path, 'patternProperties'], pattern]);
  if (schema.pattern !== undefined) patterns.push([[...path, 'pattern'], schema.pattern]);
  return patterns.flatMap(([at, pattern]) => {
    const fault = typeof pattern === 'string' ? findPatternFault(pattern) : 'is not text';
    return fault === null ? [] : [{ path: at, message: `the pattern ${formatValue(pattern)} ${fault}` }];
  });
}

function unsafeNames(schema: Readonly<Record<string, unknown>>, path: SchemaPath): SchemaFault[] {
  return KEYWORDS.named.flatMap((keyword) => {
    const named = schema[keyword];
    const names = isPlainObject(named)
      ? Object.keys(named).filter((name) => UNSAFE_NAMES.includes(name))
      : [];
    return names.map((name) => ({
      path: [...path, keyword, name],
      message: `"${name}" cannot be a name; choose another`,
    }));
  });
}

const LOCAL = /^#\/\$defs\/([A-Za-z][A-Za-z0-9_-]*)$/;
const MOST_PARTS_SPELT_OUT = 20_000;

/** Faults of `$ref`: to the outside, to nothing, in a circle, or so often that checking would never end. */
export function findReferenceFaults(schema: unknown): SchemaFault[] {
  const definitions = isPlainObject(schema) && isPlainObject(schema.$defs) ? schema.$defs : {};
  const faults: SchemaFault[] = [];
  for (const { value, path } of walkSchema(schema)) {
    if (!isPlainObject(value) || value.$ref === undefined) continue;
    const message = referenceFault(value.$ref, Object.keys(definitions));
    if (message !== null) faults.push({ path: [...path, '$ref'], message });
  }
  if (faults.length > 0) return faults;
  const message = spellingOutFault(schema, definitions);
  return message === null ? [] : [{ path: ['$defs'], message }];
}

function referenceFault(reference: unknown, names: readonly string[]): string | null {
  const right = 'refer to a part of this schema as #/$defs/name';
  if (typeof reference !== 'string') return `$ref is not text; ${right}`;
  const name = LOCAL.exec(reference)?.[1];
  if (name === undefined) return `$ref "${reference}" is not allowed; ${right}`;
  if (names.includes(name)) return null;
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return `$ref "${reference}" names nothing under $defs; ${known}`;
}

function spellingOutFault(schema: unknown, definitions: Readonly<Record<string, unknown>>): string | null {
  const sizes = new Map<string, number>();
  const open: string[] = [];

  const sizeOf = (value: unknown): number | string => {
    let size = 0;
    for (const part of walkSchema(value)) {
      if (part.path[0] === '$defs') continue;
      const inner = sizeReferred(part.value);
      if (typeof inner === 'string') return inner;
      size += 1 + inner;
    }
    return size;
  };
  const sizeReferred = (part: unknown): number | string => {
    const name =
      isPlainObject(part) && typeof part.$ref === 'string' ? LOCAL.exec(part.$ref)?.[1] : undefined;
    if (name === undefined) return 0;
    if (open.includes(name))
      return `${[...open, name].join(' → ')} refers to itself; a schema here has an end`;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    open.push(name);
    const size = sizeOf(definitions[name]);
    open.pop();
    if (typeof size === 'number') sizes.set(name, size);
    return size;
  };

  for (const value of [schema, ...Object.values(definitions)]) {
    const size = sizeOf(value);
    if (typeof size === 'string') return size;
    if (size > MOST_PARTS_SPELT_OUT) {
      return `the references spelt out make ${size} parts; at most ${MOST_PARTS_SPELT_OUT}`;
    }
  }
  return null;
}

const MOST_VALUES = 5000;
const DEEPEST = 24;
const LONGEST_TEXT = 2000;

/**
 * Explains why a schema is too large to check, or returns null. Stops counting at the limit, so shared parts cost
 * nothing.
 */
export function findSchemaSizeFault(schema: unknown): SchemaFault | null {
  const tally = { values: 0 };
  const reason = reasonAt(schema, 0, tally);
  return reason === null ? null : { path: [], message: `the schema ${reason}` };
}

function reasonAt(value: unknown, depth: number, tally: { values: number }): string | null {
  tally.values += 1;
  if (tally.values > MOST_VALUES) return `holds more than ${MOST_VALUES} values`;
  if (depth > DEEPEST) return `is nested deeper than ${DEEPEST}`;
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return `holds a text of ${value.length} characters; at most ${LONGEST_TEXT}`;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) return null;
  for (const part of Object.values(value)) {
    const reason = reasonAt(part, depth + 1, tally);
    if (reason !== null) return reason;
  }
  return null;
}
