import type { Json } from '#engine/util/canonical-json.ts';

type Schema = { readonly [key: string]: Json };

/** JSON Schema keywords that providers understand; all others are checked on our side when the reply is there. */
const KEPT = new Set(['type', 'enum', 'const', 'description', 'required', '$ref', 'additionalProperties']);
const MAPS = new Set(['properties', '$defs']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf']);

/**
 * Returns the part of a schema that providers can hold a model to, or null when the schema leaves anything open. Closing an
 * open schema would forbid replies the contract allows.
 */
export function toStrictSchema(schema: Schema): Schema | null {
  return isClosed(schema) ? prune(schema) : null;
}

/** Returns the same schema with every field required, for providers whose strict mode asks for that. */
export function requireAllFields(schema: Schema): Schema {
  // A schema's walked form is a schema again.
  return requireFields(schema) as Schema;
}

function requireFields(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(requireFields);
  const walked = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, requireFields(value)]),
  );
  return isObjectSchema(walked) && 'properties' in walked
    ? { ...walked, required: Object.keys(Object(walked.properties)) }
    : walked;
}

function isClosed(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isClosed);
  if (isObjectSchema(schema) && schema.additionalProperties !== false) return false;
  if (Object.keys(schema).length === 0) return false;
  return Object.entries(schema).every(([key, value]) => {
    if (MAPS.has(key)) return Object.values(Object(value) as Schema).every(isClosed);
    return LISTS.has(key) || key === 'items' ? isClosed(value) : true;
  });
}

function isObjectSchema(schema: Json): schema is Schema {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object';
}

function prune(schema: Json): Schema {
  const pruned: Record<string, Json> = {};
  // Only called on schemas and their sub-schemas, which `isClosed` has just walked.
  for (const [key, value] of Object.entries(schema as Schema)) {
    if (KEPT.has(key)) pruned[key] = value;
    else if (MAPS.has(key)) pruned[key] = pruneMap(value);
    else if (key === 'items') pruned[key] = prune(value);
    else if (LISTS.has(key)) pruned[key === 'oneOf' ? 'anyOf' : key] = (value as readonly Json[]).map(prune);
  }
  return pruned;
}

function pruneMap(map: Json): Schema {
  return Object.fromEntries(
    Object.entries(Object(map) as Schema).map(([name, value]) => [name, prune(value)]),
  );
}
