import type { Json } from '#engine/kit/canonical-json.ts';
import { isJsonObject } from './json-path.ts';

/**
 * The part of a ruleset's state a player may see: what the schema names and does not mark `writeOnly`, JSON
 * Schema's own word for what is kept but not shown. What the schema does not name is not shown.
 */
export function shownState(state: Json, schema: Json | null): Json {
  if (!isJsonObject(state) || !isJsonObject(schema)) return {};
  const { properties } = schema;
  if (!isJsonObject(properties)) return {};
  const shown = Object.entries(properties).flatMap(([name, child]) => {
    const value = Object.hasOwn(state, name) ? state[name] : undefined;
    if (value === undefined || !isJsonObject(child) || child.writeOnly === true) return [];
    const isNested = isJsonObject(value);
    if (isNested && !isJsonObject(child.properties)) return [];
    return [[name, isNested ? shownState(value, child) : value] as const];
  });
  return Object.fromEntries(shown);
}
