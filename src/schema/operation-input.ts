import { z } from 'zod';
import { OPERATIONS } from '#engine/state/operations.ts';
import { builder } from './builder.ts';
import { type FieldSchema, inputFieldsOf, type ObjectSchema, pascal } from './json-schema-input.ts';

/** `advance_time` → `advanceTime` */
function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

const BY_FIELD = new Map(OPERATIONS.map(({ name }) => [camel(name), name]));

function schemaOf(input: z.ZodType): ObjectSchema {
  const schema: FieldSchema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { properties: schema.properties ?? {}, required: schema.required ?? [] };
}

/**
 * The closed union of operations as a @oneOf input, made from the very schemas that parse them: what can be
 * written here is what the engine understands, and nothing else.
 */
export const OperationInput = builder.inputType('OperationInput', {
  isOneOf: true,
  description: 'One change to the world: exactly one of these fields.',
  fields: (t) =>
    Object.fromEntries(
      OPERATIONS.map(({ name, summary, input }) => {
        const schema = schemaOf(input);
        // An input without fields cannot be written in GraphQL: such an operation is asked for by `true`.
        const type = Object.keys(schema.properties).length === 0 ? 'Boolean' : typeFor(name, summary, schema);
        return [camel(name), t.field({ type, description: summary })];
      }),
    ),
});

function typeFor(name: string, summary: string, schema: ObjectSchema) {
  const typeName = `${pascal(name)}Operation`;
  return builder.inputType(typeName, {
    description: summary,
    fields: (t) => inputFieldsOf(t, typeName, schema),
  });
}

/** A proposal as the engine takes it: `{ advanceTime: { minutes: 5 } }` → `{ op: 'advance_time', minutes: 5 }`. */
export function proposalOf(operation: Readonly<Record<string, unknown>>): object {
  const [field, input] = Object.entries(operation).find(([, value]) => value != null) ?? [];
  const op = field === undefined ? undefined : BY_FIELD.get(field);
  if (op === undefined) throw new Error(`no operation is called ${field}`);
  return { ...withoutNulls(typeof input === 'object' ? input : {}), op };
}

/** What a client leaves out and what it sets to null mean the same. */
function withoutNulls(value: unknown): object {
  return Object.fromEntries(Object.entries(Object(value)).filter(([, inner]) => inner != null));
}
