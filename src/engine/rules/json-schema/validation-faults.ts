import type { ErrorObject } from 'ajv';
import { findNearestName } from '../names/nearest-name.ts';
import { LONGEST_MATCHED_TEXT } from './pattern-fault.ts';
import { formatValue, isPlainObject, type SchemaFault, type SchemaPath } from './walk-schema.ts';

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
    here = Array.isArray(here) ? here[Number(name)] : isPlainObject(here) ? here[name] : undefined;
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
  const known = isPlainObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
  const near = findNearestName(name.slice(0, 60), known);
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
export function toValidatorFaults(
  errors: readonly ErrorObject[] | null | undefined,
  root: unknown,
): SchemaFault[] {
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
export function toStrictFault(error: unknown, schema: unknown): SchemaFault {
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
