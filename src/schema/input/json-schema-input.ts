import type { InputFieldBuilder, InputFieldRef, InputRef } from '@pothos/core';
import type { z } from 'zod';
import { builder } from '../builder.ts';

export type FieldSchema = z.core.JSONSchema.JSONSchema;
export type ObjectSchema = {
  readonly properties: Readonly<Record<string, z.core.JSONSchema._JSONSchema>>;
  readonly required: readonly string[];
};

type Types = (typeof builder)['$inferSchemaTypes'];
type Fields = InputFieldBuilder<Types, 'InputObject'>;
type FieldType = 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON' | InputRef<unknown>;

/** `companion_ids` or `companionIds` → `CompanionIds` */
export function toPascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-zA-Z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Defines the fields of a JSON Schema object as fields of an input type. Schemas that GraphQL cannot express become JSON. */
export function defineInputFields(t: Fields, owner: string, { properties, required }: ObjectSchema) {
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
  if (field.enum?.every((value) => typeof value === 'string')) return enumOf(owner, name, field.enum);
  switch (field.type) {
    case 'string':
      return 'String';
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

/** Returns the type of an object. A record with free keys is JSON: an input type would accept only its named keys. */
function objectOf(owner: string, name: string, schema: FieldSchema): FieldType {
  const { properties, required = [], additionalProperties = false } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) return 'JSON';
  if (additionalProperties !== false) return 'JSON';
  const typeName = `${owner.replace(/(Operation|Input)$/, '')}${toPascalCase(name)}Input`;
  const description = `The ${wordsOf(name)} of an operation.`;
  return builder.inputType(typeName, {
    description,
    fields: (t) => defineInputFields(t, typeName, { properties, required }),
  });
}

const enums = new Map<string, InputRef<unknown>>();
const names = new Set<string>();

/** Defines one enum for each list of values, named after the first field that uses it. */
function enumOf(owner: string, name: string, values: readonly unknown[]): InputRef<unknown> {
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
      values.map((value) => {
        const text = String(value);
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
