import { z } from 'zod';
import { OPERATIONS } from '#engine/state/operations.ts';
import { builder } from '../builder.ts';
import { defineInputFields, type FieldSchema, type ObjectSchema, toPascalCase } from './json-schema-input.ts';

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
