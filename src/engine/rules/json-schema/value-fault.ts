import type { ErrorObject } from 'ajv';
import { nearestName } from '../time/plain-name.ts';
import { LONGEST_MATCHED_TEXT } from './pattern-fault.ts';
import { isPlainObject, type SchemaFault, type SchemaPath, shown } from './schema-fault.ts';

const KINDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** One complaint of the validator as a sentence that names the field, what was found and what would be right. */
export function valueFault(error: ErrorObject, root: unknown): SchemaFault {
  const path = pathOf(error.instancePath, root);
  const { missingProperty, additionalProperty } = error.params;
  if (error.keyword === 'required') return missing([...path, String(missingProperty)]);
  if (error.keyword === 'additionalProperties') return unknownField(path, String(additionalProperty), error);
  return { path, message: `${fieldName(path)} is ${shown(error.data)}; it must ${demand(error)}` };
}

/** A JSON pointer as a path; a step into a list becomes a number. */
export function pathOf(pointer: string, root: unknown): SchemaPath {
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
  const near = nearestName(name.slice(0, 60), known);
  const allowed =
    known.length === 0 ? 'no fields are allowed here' : `the fields here are ${known.join(', ')}`;
  const cure = near === null ? allowed : `did you mean ${near}?`;
  const at = [...path, name];
  return { path: at, message: `${shown(at.join('.'))} is not a field of this ruleset; ${cure}` };
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
    enum: () => `be one of ${[allowedValues].flat().map(shown).join(', ')}`,
    const: () => `be ${shown(allowedValue)}`,
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
    propertyNames: () => `not have a field called ${shown(error.params.propertyName)}`,
    dependentRequired: () => `have ${error.params.missingProperty} as well as ${error.params.property}`,
    if: () => `fit the ruleset's "${error.params.failingKeyword}" case`,
    'false schema': () => 'not be there',
  };
  return demands[error.keyword]?.() ?? `satisfy "${error.keyword}": ${error.message ?? 'see the schema'}`;
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}
