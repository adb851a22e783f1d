import type { InputFieldBuilder, InputFieldRef, InputRef } from '@pothos/core';
import { z } from 'zod';
import { OPERATIONS } from '#engine/state/operations.ts';
import { builder, findWordEnum } from '../builder.ts';

type FieldSchema = z.core.JSONSchema.JSONSchema;
type ObjectSchema = {
  readonly properties: Readonly<Record<string, z.core.JSONSchema._JSONSchema>>;
  readonly required: readonly string[];
};

type Types = (typeof builder)['$inferSchemaTypes'];
type Fields = InputFieldBuilder<Types, 'InputObject'>;
type FieldType = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON' | InputRef<unknown>;

/** `companion_ids` or `companionIds` → `CompanionIds` */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-zA-Z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Defines the fields of a JSON Schema object as fields of an input type. Schemas that GraphQL cannot express become JSON. */
function defineInputFields(t: Fields, owner: string, { properties, required }: ObjectSchema) {
  const fields: Record<string, InputFieldRef<Types, unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const field: FieldSchema = typeof schema === 'boolean' ? {} : schema;
    const isRequired = required.includes(name);
    const about = { required: isRequired, description: descriptionOf(name, field) } as const;
    const items = itemsOf(field);
    fields[name] =
      items === null
        ? t.field({ type: typeOf(owner, name, field), ...about })
        : t.field({ type: [typeOf(owner, name, items)], ...about });
  }
  return fields;
}

function itemsOf({ type, items }: FieldSchema): FieldSchema | null {
  if (type !== 'array') return null;
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}

function typeOf(owner: string, name: string, field: FieldSchema): FieldType {
  if (field.enum?.every((value) => typeof value === 'string')) {
    return enumOf(owner, name, field.enum.map(String));
  }
  switch (field.type) {
    case 'string':
      return /I(d|ds)$/.test(name) ? 'ID' : 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Float';
    case 'boolean':
      return 'Boolean';
    case 'object':
      return objectOf(owner, name, field);
    default:
      return 'JSON';
  }
}

/**
 * Returns the type of an object. A record with free keys is JSON: an input type would accept only its named keys. So is an object
 * with the keys of pack files, which are snake_case.
 */
function objectOf(owner: string, name: string, schema: FieldSchema): FieldType {
  const { properties, required = [], additionalProperties = false } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) return 'JSON';
  if (additionalProperties !== false) return 'JSON';
  if (Object.keys(properties).some((key) => key.includes('_'))) return 'JSON';
  const typeName = `${owner.replace(/(Operation|Input)$/, '')}${toPascalCase(name)}Input`;
  const description = `The ${wordsOf(name)} of an operation.`;
  return builder.inputType(typeName, {
    description,
    fields: (t) => defineInputFields(t, typeName, { properties, required }),
  });
}

const enums = new Map<string, InputRef<unknown>>();
const names = new Set<string>();

/** Returns the enum of a list of values. One that no answer has is defined, named after the first field that uses it. */
function enumOf(owner: string, name: string, values: readonly string[]): InputRef<unknown> {
  const shared = findWordEnum(values);
  if (shared !== null) return shared;
  const key = values.join('|');
  const known = enums.get(key);
  if (known !== undefined) return known;
  const plain = `Operation${toPascalCase(name)}`;
  const typeName = names.has(plain)
    ? `${owner.replace(/(Operation|Input)$/, '')}${toPascalCase(name)}`
    : plain;
  names.add(typeName);
  const made = builder.enumType(typeName, {
    description: `What the ${wordsOf(name)} of an operation may be.`,
    values: Object.fromEntries(
      values.map((text) => {
        return [
          text.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
          { value: text, description: `${wordsOf(text)}.` },
        ];
      }),
    ),
  });
  enums.set(key, made);
  return made;
}

function descriptionOf(name: string, { description }: FieldSchema): string {
  if (description !== undefined) return description;
  const words = wordsOf(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** `companionIds` → `companion ids` */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** Removes null values, which mean the same as absent ones. Keeps null in a field that takes any JSON. */
function dropUnsetNulls(value: unknown, schema: FieldSchema): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return typeof items === 'object' && !Array.isArray(items)
      ? value.map((item) => dropUnsetNulls(item, items))
      : value;
  }
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const field = properties[name] ?? false;
    if (inner === undefined || (inner === null && !takesNull(field))) return [];
    return [[name, typeof field === 'object' ? dropUnsetNulls(inner, field) : inner]];
  });
  return Object.fromEntries(kept);
}

const SHAPES = ['type', 'enum', 'const', '$ref', 'allOf'] as const;

function takesNull(field: FieldSchema | boolean): boolean {
  if (typeof field === 'boolean') return field;
  const either = field.anyOf ?? field.oneOf;
  if (either !== undefined) return either.some(takesNull);
  return field.type === 'null' || SHAPES.every((shape) => field[shape] === undefined);
}

/** `advance_time` → `advanceTime` */
function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

const BY_FIELD = new Map(
  OPERATIONS.map(({ name, input }) => [camel(name), { name, schema: schemaOf(input) }]),
);

function schemaOf(input: z.ZodType): FieldSchema & ObjectSchema {
  const schema: FieldSchema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { ...schema, properties: schema.properties ?? {}, required: schema.required ?? [] };
}

/**
 * Closed union of operations as a @oneOf input, made from the schemas that parse them. It accepts exactly the operations the
 * engine understands.
 */
export const OperationInput = builder.inputType('OperationInput', {
  isOneOf: true,
  description: 'One change to the world: exactly one of these fields.',
  fields: (t) =>
    Object.fromEntries(
      OPERATIONS.map(({ name, summary, input }) => {
        const schema = schemaOf(input);
        // GraphQL has no input without fields: the client requests such an operation with `true`.
        const type = Object.keys(schema.properties).length === 0 ? 'Boolean' : typeFor(name, summary, schema);
        return [camel(name), t.field({ type, description: summary })];
      }),
    ),
});

function typeFor(name: string, summary: string, schema: ObjectSchema) {
  const typeName = `${toPascalCase(name)}Operation`;
  return builder.inputType(typeName, {
    description: summary,
    fields: (t) => defineInputFields(t, typeName, schema),
  });
}

/**
 * Converts an operation to a proposal of the engine: `{ advanceTime: { minutes: 5 } }` → `{ op: 'advance_time', minutes: 5 }`.
 */
export function toProposal(operation: Readonly<Record<string, unknown>>): object {
  const [field, input] = chosen(operation);
  const known = field === undefined ? undefined : BY_FIELD.get(field);
  if (known === undefined) throw new Error(`no operation is called ${field}`);
  const said = typeof input === 'object' ? dropUnsetNulls(input, known.schema) : {};
  return { ...Object(said), op: known.name };
}

/** Finds an operation without fields that was set to false and so requests nothing. */
export function findDeniedOperation(operation: Readonly<Record<string, unknown>>): string | null {
  const [field, input] = chosen(operation);
  return field !== undefined && input === false ? field : null;
}

function chosen(operation: Readonly<Record<string, unknown>>): readonly [string?, unknown?] {
  return Object.entries(operation).find(([, value]) => value != null) ?? [];
}
