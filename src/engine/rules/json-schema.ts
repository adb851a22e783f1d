import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findPatternFault, LONGEST_MATCHED_TEXT } from './json-schema/pattern-fault.ts';
import {
  formatValue,
  KEYWORDS,
  type SchemaFault,
  type SchemaPath,
  suggestKeyword,
  walkSchema,
} from './json-schema/walk-schema.ts';
import { findNearestPlainName } from './names/nearest-name.ts';

const KINDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Writes one complaint of the validator as a sentence with the field, the value found and the right value. */
function toValueFault(error: ErrorObject, root: unknown): SchemaFault {
  const path = toFaultPath(error.instancePath, root);
  const { missingProperty, additionalProperty } = error.params;
  if (error.keyword === 'required') return missing([...path, String(missingProperty)]);
  if (error.keyword === 'additionalProperties') return unknownField(path, String(additionalProperty), error);
  return { path, message: `${fieldName(path)} is ${formatValue(error.data)}; it must ${demand(error)}` };
}

/** Converts a JSON pointer to a path; a step into a list becomes a number. */
function toFaultPath(pointer: string, root: unknown): SchemaPath {
  const path: (string | number)[] = [];
  let here: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(here) ? Number(name) : name);
    here = Array.isArray(here) ? here[Number(name)] : isJsonObject(here) ? here[name] : undefined;
  }
  return path;
}

function fieldName(path: SchemaPath): string {
  return path.length === 0 ? 'the value' : path.join('.');
}

function missing(path: SchemaPath): SchemaFault {
  return { path, message: `${fieldName(path)} is missing; it is required` };
}

function unknownField(path: SchemaPath, name: string, { parentSchema }: ErrorObject): SchemaFault {
  const known = isJsonObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
  const near = findNearestPlainName(name.slice(0, 60), known);
  const allowed =
    known.length === 0 ? 'no fields are allowed here' : `the fields here are ${known.join(', ')}`;
  const cure = near === null ? allowed : `did you mean ${near}?`;
  const at = [...path, name];
  return { path: at, message: `${formatValue(at.join('.'))} is not a field of this ruleset; ${cure}` };
}

function demand(error: ErrorObject): string {
  const { limit, allowedValues, allowedValue, multipleOf, type, pattern } = error.params;
  const demands: Readonly<Record<string, () => string>> = {
    type: () =>
      `be ${[type]
        .flat()
        .map((kind) => KINDS[String(kind)] ?? String(kind))
        .join(' or ')}`,
    minimum: () => `be at least ${limit}`,
    maximum: () => `be at most ${limit}`,
    exclusiveMinimum: () => `be more than ${limit}`,
    exclusiveMaximum: () => `be less than ${limit}`,
    multipleOf: () => `be a multiple of ${multipleOf}`,
    enum: () => `be one of ${[allowedValues].flat().map(formatValue).join(', ')}`,
    const: () => `be ${formatValue(allowedValue)}`,
    minLength: () => `have at least ${count(limit, 'character')}`,
    maxLength: () => `have at most ${count(limit, 'character')}`,
    minItems: () => `have at least ${count(limit, 'item')}`,
    maxItems: () => `have at most ${count(limit, 'item')}`,
    minProperties: () => `have at least ${count(limit, 'field')}`,
    maxProperties: () => `have at most ${count(limit, 'field')}`,
    uniqueItems: () => 'hold every item only once',
    pattern: () => `match ${pattern} and have at most ${LONGEST_MATCHED_TEXT} characters`,
    contains: () => 'hold an item of the kind the ruleset asks for',
    anyOf: () => 'fit one of the forms the ruleset allows',
    oneOf: () => 'fit exactly one of the forms the ruleset allows',
    not: () => 'not have the form the ruleset forbids',
    propertyNames: () => `not have a field called ${formatValue(error.params.propertyName)}`,
    dependentRequired: () => `have ${error.params.missingProperty} as well as ${error.params.property}`,
    if: () => `fit the ruleset's "${error.params.failingKeyword}" case`,
    'false schema': () => 'not be there',
  };
  return demands[error.keyword]?.() ?? `satisfy "${error.keyword}": ${error.message ?? 'see the schema'}`;
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}

const MOST_FAULTS = 50;
const GATHERING: readonly string[] = ['anyOf', 'oneOf', 'contains'];

/** Writes the validator's complaints as sentences, without those that only repeat another one. */
function toValidatorFaults(errors: readonly ErrorObject[] | null | undefined, root: unknown): SchemaFault[] {
  const all = errors ?? [];
  const gathering = all.filter(({ keyword }) => GATHERING.includes(keyword));
  const telling = all.filter(
    (error) =>
      error.keyword !== 'if' &&
      error.propertyName === undefined &&
      !gathering.some((whole) => repeats(error, whole)),
  );
  return telling.slice(0, MOST_FAULTS).map((error) => toValueFault(error, root));
}

// A value that fits no form of a union gets one complaint for the union, not one for each form it is not; a list
// that lacks an item gets one for the list, not one for each item that is another.
function repeats(error: ErrorObject, whole: ErrorObject): boolean {
  const inside = error.schemaPath.startsWith(`${whole.schemaPath}/`);
  return inside && (whole.keyword === 'contains' || error.instancePath === whole.instancePath);
}

const STRICT = /^strict mode: (.*) at "(#[^"]*)" \(\w+\)$/s;

/** Converts an error of strict mode to a fault with its place in the schema. */
function toStrictFault(error: unknown, schema: unknown): SchemaFault {
  const message = error instanceof Error ? error.message : String(error);
  const [, complaint = message.replace(/^strict mode: /, ''), pointer = '#'] = STRICT.exec(message) ?? [];
  return { path: toFaultPath(pointer.slice(1), schema), message: `${complaint}${cureFor(complaint)}` };
}

function cureFor(complaint: string): string {
  const type = /^missing type "(\w+)"/.exec(complaint)?.[1];
  if (type !== undefined) return `; write type: ${type} beside it`;
  return complaint.startsWith('required property')
    ? '; add it under properties or take it out of required'
    : '';
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const KNOWN: readonly string[] = Object.values(KEYWORDS).flat();
const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Finds faults of keywords: unknown ones with a suggested replacement, and patterns that could run without end. */
function findKeywordFaults(schema: unknown): SchemaFault[] {
  return [...walkSchema(schema)].flatMap(({ value, path }) => faultsOf(value, path));
}

function faultsOf(value: unknown, path: SchemaPath): SchemaFault[] {
  if (typeof value === 'boolean') return [];
  if (!isJsonObject(value))
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
  const near = findNearestPlainName(keyword.slice(0, 60), KNOWN);
  const advice =
    suggestKeyword(keyword, schema.type) ?? (near === null ? 'leave it out' : `did you mean ${near}?`);
  return [
    { path: at, message: `${formatValue(keyword)} is not a keyword of JSON Schema used here; ${advice}` },
  ];
}

function patternFaults(schema: Readonly<Record<string, unknown>>, path: SchemaPath): SchemaFault[] {
  const named = isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
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
    const names = isJsonObject(named) ? Object.keys(named).filter((name) => UNSAFE_NAMES.includes(name)) : [];
    return names.map((name) => ({
      path: [...path, keyword, name],
      message: `"${name}" cannot be a name; choose another`,
    }));
  });
}

const LOCAL = /^#\/\$defs\/([A-Za-z][A-Za-z0-9_-]*)$/;
const MOST_PARTS_SPELT_OUT = 20_000;

/** Faults of `$ref`: to the outside, to nothing, in a circle, or so often that checking would never end. */
function findReferenceFaults(schema: unknown): SchemaFault[] {
  const definitions = isJsonObject(schema) && isJsonObject(schema.$defs) ? schema.$defs : {};
  const faults: SchemaFault[] = [];
  for (const { value, path } of walkSchema(schema)) {
    if (!isJsonObject(value) || value.$ref === undefined) continue;
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
    const name = isJsonObject(part) && typeof part.$ref === 'string' ? LOCAL.exec(part.$ref)?.[1] : undefined;
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
function findSchemaSizeFault(schema: unknown): SchemaFault | null {
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
  if (!Array.isArray(value) && !isJsonObject(value)) return null;
  for (const part of Object.values(value)) {
    const reason = reasonAt(part, depth + 1, tally);
    if (reason !== null) return reason;
  }
  return null;
}

export type { SchemaFault } from './json-schema/walk-schema.ts';

/** A ruleset's JSON Schema, ready to check values. */
export type CompiledSchema = {
  /** Everything wrong with a value, the first 50 faults at most; empty when it fits. */
  check(value: unknown): readonly SchemaFault[];
};

/** Why a schema cannot be used: all its faults, so that an author mends them in one go. */
type SchemaRefusal = Rejection & { readonly faults: readonly SchemaFault[] };

/**
 * Compiles a schema of JSON Schema 2020-12 in strict mode. Refuses unknown keywords, references that leave the schema
 * or go in circles, and patterns that could run without end. The same object is compiled only once, so callers must
 * never change it afterwards.
 */
export function compileSchema(schema: unknown): CompiledSchema | SchemaRefusal {
  if (!isJsonObject(schema)) return refuse([{ path: [], message: 'a JSON Schema is an object' }]);
  return compiled(schema);
}

const compiled = memoizeByObject(
  (schema: Readonly<Record<string, unknown>>): CompiledSchema | SchemaRefusal => {
    const tooLarge = findSchemaSizeFault(schema);
    if (tooLarge !== null) return refuse([tooLarge]);
    const faults = [...findKeywordFaults(schema), ...findReferenceFaults(schema)];
    if (faults.length > 0) return refuse(faults);
    const misshapen = shapeFaults(schema);
    if (misshapen.length > 0) return refuse(misshapen);
    try {
      const validate = strictValidator().compile(schema);
      return { check: (value) => (validate(value) ? [] : toValidatorFaults(validate.errors, value)) };
    } catch (error) {
      return refuse([toStrictFault(error, schema)]);
    }
  },
);

let metaValidator: Ajv2020 | null = null;

// Compiling the schema of schemas costs far more than any schema here, so it is done once, at the first need.
function shapeFaults(schema: Readonly<Record<string, unknown>>): readonly SchemaFault[] {
  metaValidator ??= new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false });
  if (metaValidator.validateSchema(schema) === true) return [];
  return firstAtEachPlace(toValidatorFaults(metaValidator.errors, schema));
}

// One instance for each schema, because an instance keeps every schema it ever saw.
function strictValidator(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    addUsedSchema: false,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { regExp: boundedRegExp },
  });
}

const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED_TEXT && expression.test(text),
      // The validator tells patterns apart by this text.
      toString: () => String(expression),
    };
  },
  { code: 'boundedRegExp' },
);

function refuse(faults: readonly SchemaFault[]): SchemaRefusal {
  const [first, ...others] = faults;
  const where = first === undefined || first.path.length === 0 ? '' : `${first.path.join('.')}: `;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    ...reject('bad-json-schema', `${where}${first?.message ?? 'the schema is faulty'}${more}`),
    faults,
  };
}

function firstAtEachPlace(faults: readonly SchemaFault[]): SchemaFault[] {
  const places = new Map(faults.toReversed().map((fault) => [fault.path.join('/'), fault]));
  return faults.filter((fault) => places.get(fault.path.join('/')) === fault);
}
