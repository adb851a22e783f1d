import type { Json } from '#engine/kit/canonical-json.ts';

type Schema = { readonly [key: string]: Json };

/** The plainest value a JSON Schema of a ruleset can mean: every required key, least numbers, first words. */
export function leastValue(schema: Json): Json {
  if (!isSchema(schema)) return {};
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(0, typeof schema.minimum === 'number' ? schema.minimum : 0);
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return leastObject(schema);
  }
}

function leastObject({ required, properties }: Schema): Json {
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  const known = isSchema(properties ?? null) ? (properties as Schema) : {};
  return Object.fromEntries(keys.map((key) => [key, leastValue(known[key] ?? {})]));
}

function isSchema(value: Json): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
