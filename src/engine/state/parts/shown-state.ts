import type { Json } from '#engine/kit/canonical-json.ts';
import { isJsonObject } from './json-path.ts';
import { entryAt, patternsFor, variants } from './schema-path.ts';

type Variants = ReturnType<typeof variants>;

/**
 * The part of a ruleset's state a player may see: what the schema names and does not mark `writeOnly`, JSON
 * Schema's own word for what is kept but not shown. The mark counts wherever it stands: behind a reference, in
 * one of several combined schemas, on the entries of a list. What the schema does not name is not shown.
 */
export function shownState(state: Json, schema: Json | null): Json {
  if (!isJsonObject(state) || !isJsonObject(schema)) return {};
  return shown(state, [schema], schema) ?? {};
}

function shown(value: Json, schemas: readonly Json[], root: Json): Json | undefined {
  const here = schemas.flatMap((schema) => variants(schema, root, 0));
  if (here.length === 0 || here.some(({ writeOnly }) => writeOnly === true)) return undefined;
  if (Array.isArray(value)) return shownEntries(value, here, root);
  return isJsonObject(value) ? shownProperties(value, here, root) : value;
}

function shownEntries(list: readonly Json[], here: Variants, root: Json): Json {
  return list.flatMap((entry, at) => {
    const schemas = here.flatMap((variant) => entryAt(variant, at) ?? []);
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
    const patterned = here.flatMap((variant) => patternsFor(variant, name));
    const part = shown(child, [...schemas, ...patterned], root);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(visible);
}
