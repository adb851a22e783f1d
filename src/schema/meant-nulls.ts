import type { FieldSchema } from './json-schema-input.ts';

/**
 * What a client leaves out and what it sets to null mean the same, except where null is a value like any other: a field
 * that takes any JSON keeps it.
 */
export function meantNulls(value: unknown, schema: FieldSchema): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return typeof items === 'object' && !Array.isArray(items)
      ? value.map((item) => meantNulls(item, items))
      : value;
  }
  const { properties } = schema;
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const field = properties[name] ?? false;
    if (inner === undefined || (inner === null && !takesNull(field))) return [];
    return [[name, typeof field === 'object' ? meantNulls(inner, field) : inner]];
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
