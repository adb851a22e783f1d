import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { readPath } from './json-path.ts';

type Schema = { readonly [key: string]: Json };

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONAL = ['if', 'then', 'else'] as const;
const MAX_DEPTH = 24;

/**
 * Returns true when a JSON Schema has a place for the path: a named property, or any name where the schema allows it.
 */
export function hasSchemaPath(schema: Json, steps: readonly string[]): boolean {
  let here = expandSchema(schema, schema, 0);
  for (const step of steps) {
    here = here.flatMap((variant) => below(variant, step)).flatMap((child) => expandSchema(child, schema, 0));
    if (here.length === 0) return false;
  }
  return true;
}

/** Lists the property names a schema has below the path, for suggestions. */
export function listSchemaNames(schema: Json, steps: readonly string[]): readonly string[] {
  let here = expandSchema(schema, schema, 0);
  for (const step of steps) {
    here = here.flatMap((variant) => below(variant, step)).flatMap((child) => expandSchema(child, schema, 0));
  }
  return here.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
}

function below(schema: Schema, step: string): readonly Json[] {
  const { properties, additionalProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, step)) return [properties[step] ?? {}];
  const placed = /^\d+$/.test(step) ? findEntrySchema(schema, Number(step)) : undefined;
  if (placed !== undefined) return [placed];
  const matching = findPatternSchemas(schema, step);
  if (matching.length > 0) return matching;
  // A schema without `additionalProperties` accepts any name; a path must be named on purpose.
  return additionalProperties === true || isJsonObject(additionalProperties) ? [additionalProperties] : [];
}

/** Returns the schema of one entry of a list. */
function findEntrySchema({ items, prefixItems }: Schema, index: number): Json | undefined {
  return (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items;
}

function findPatternSchemas({ patternProperties }: Schema, step: string): readonly Json[] {
  if (!isJsonObject(patternProperties)) return [];
  const found = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(step));
  return found.map(([, child]) => child);
}

/** Schema for a reference that leads nowhere. Its contents are unknown, so none are shown. */
const UNKNOWN: Schema = { writeOnly: true };

/** Returns the schema and every schema it is combined of, with references followed. */
function expandSchema(schema: Json, root: Json, depth: number): readonly Schema[] {
  if (schema === true) return [{ additionalProperties: true }];
  if (depth > MAX_DEPTH) return [UNKNOWN];
  if (!isJsonObject(schema)) return [];
  const combined = COMBINED.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const conditional = CONDITIONAL.flatMap((key) => schema[key] ?? []);
  const parts = [...combined, ...conditional].flatMap((part) => expandSchema(part, root, depth + 1));
  return [schema, ...parts, ...referred(schema, root, depth)];
}

function referred({ $ref }: Schema, root: Json, depth: number): readonly Schema[] {
  if (typeof $ref !== 'string') return [];
  const target = pointedAt(root, $ref);
  return target === undefined ? [UNKNOWN] : expandSchema(target, root, depth + 1);
}

function pointedAt(root: Json, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  const steps = reference.split('/').slice(1);
  return readPath(
    root,
    steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

type Variants = ReturnType<typeof expandSchema>;

/**
 * Returns the part of a ruleset's state a player may see: properties the schema names and does not mark `writeOnly`.
 * `writeOnly` is JSON Schema's own word for values that are kept but not shown. The mark counts behind a reference,
 * in combined schemas and on the entries of a list. Properties the schema does not name are not shown.
 */
export function filterVisibleState(state: Json, schema: Json | null): Json {
  if (!isJsonObject(state) || !isJsonObject(schema)) return {};
  return shown(state, [schema], schema) ?? {};
}

function shown(value: Json, schemas: readonly Json[], root: Json): Json | undefined {
  const here = schemas.flatMap((schema) => expandSchema(schema, root, 0));
  if (here.length === 0 || here.some(({ writeOnly }) => writeOnly === true)) return undefined;
  if (Array.isArray(value)) return shownEntries(value, here, root);
  return isJsonObject(value) ? shownProperties(value, here, root) : value;
}

function shownEntries(list: readonly Json[], here: Variants, root: Json): Json {
  return list.flatMap((entry, at) => {
    const schemas = here.flatMap((variant) => findEntrySchema(variant, at) ?? []);
    const visible = shown(entry, schemas, root);
    return visible === undefined ? [] : [visible];
  });
}

function shownProperties(
  value: { readonly [name: string]: Json },
  here: Variants,
  root: Json,
): Json | undefined {
  const named = here.flatMap(({ properties }) => (isJsonObject(properties) ? [properties] : []));
  if (named.length === 0) return undefined;
  const visible = Object.entries(value).flatMap(([name, child]) => {
    const schemas = named.flatMap((properties) =>
      Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [],
    );
    if (schemas.length === 0) return [];
    const patterned = here.flatMap((variant) => findPatternSchemas(variant, name));
    const part = shown(child, [...schemas, ...patterned], root);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(visible);
}
