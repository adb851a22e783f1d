import type { Json } from '#engine/kit/canonical-json.ts';
import { isJsonObject, readAt } from './json-path.ts';

type Schema = { readonly [key: string]: Json };

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const;
const CONDITIONAL = ['if', 'then', 'else'] as const;
const MAX_DEPTH = 24;

/** Whether a JSON Schema has a place for the path: a property it names, or any name where it says so. */
export function schemaKnows(schema: Json, steps: readonly string[]): boolean {
  let here = variants(schema, schema, 0);
  for (const step of steps) {
    here = here.flatMap((variant) => below(variant, step)).flatMap((child) => variants(child, schema, 0));
    if (here.length === 0) return false;
  }
  return true;
}

/** The names a schema gives to what lies below the path; for suggestions. */
export function namesBelow(schema: Json, steps: readonly string[]): readonly string[] {
  let here = variants(schema, schema, 0);
  for (const step of steps) {
    here = here.flatMap((variant) => below(variant, step)).flatMap((child) => variants(child, schema, 0));
  }
  return here.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
}

function below(schema: Schema, step: string): readonly Json[] {
  const { properties, additionalProperties } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, step)) return [properties[step] ?? {}];
  const placed = /^\d+$/.test(step) ? entryAt(schema, Number(step)) : undefined;
  if (placed !== undefined) return [placed];
  const matching = patternsFor(schema, step);
  if (matching.length > 0) return matching;
  // A schema that says nothing of other names would accept any; a path must be named on purpose.
  return additionalProperties === true || isJsonObject(additionalProperties) ? [additionalProperties] : [];
}

/** The schema of one entry of a list. */
export function entryAt({ items, prefixItems }: Schema, index: number): Json | undefined {
  return (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items;
}

export function patternsFor({ patternProperties }: Schema, step: string): readonly Json[] {
  if (!isJsonObject(patternProperties)) return [];
  const found = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(step));
  return found.map(([, child]) => child);
}

/** What a reference that leads nowhere stands for: of what it holds nothing is known, so nothing is shown. */
const UNKNOWN: Schema = { writeOnly: true };

/** The schema itself and every schema it is combined of, with references followed. */
export function variants(schema: Json, root: Json, depth: number): readonly Schema[] {
  if (schema === true) return [{ additionalProperties: true }];
  if (depth > MAX_DEPTH) return [UNKNOWN];
  if (!isJsonObject(schema)) return [];
  const combined = COMBINED.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const conditional = CONDITIONAL.flatMap((key) => schema[key] ?? []);
  const parts = [...combined, ...conditional].flatMap((part) => variants(part, root, depth + 1));
  return [schema, ...parts, ...referred(schema, root, depth)];
}

function referred({ $ref }: Schema, root: Json, depth: number): readonly Schema[] {
  if (typeof $ref !== 'string') return [];
  const target = pointedAt(root, $ref);
  return target === undefined ? [UNKNOWN] : variants(target, root, depth + 1);
}

function pointedAt(root: Json, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  const steps = reference.split('/').slice(1);
  return readAt(
    root,
    steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}
