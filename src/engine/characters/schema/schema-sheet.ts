import type { ExplainedStat } from '#engine/rules/declared-check.ts';
import { toTitle } from '#engine/srd5e/terms.ts';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import {
  createField,
  createSheet,
  type Sheet,
  type SheetField,
  type SheetGroup,
} from '../parts/sheet-fields.ts';

type SchemaPart = { readonly [key: string]: Json };

/**
 * Builds the sheet of a stat block from the ruleset's JSON Schema: labels from its declared stats, titles or keys, notes from
 * what stats represent or from descriptions. An object inside the block is a group of its own.
 */
export function buildSchemaSheet(stats: Json, schema: Json, declared: readonly ExplainedStat[]): Sheet {
  const block = isJsonObject(stats) ? stats : {};
  const explained = new Map(declared.map((stat) => [stat.id, stat]));
  const parts = listProperties(schema);
  const keys = [...new Set([...parts.keys(), ...Object.keys(block)])].filter((key) => key in block);
  const toField = (path: string, key: string, value: Json, part: SchemaPart): SheetField => {
    const stat = explained.get(path) ?? explained.get(key);
    const { title, description, maximum } = part;
    return createField(path, stat?.name ?? textOf(title) ?? toTitle(key), writeValue(value), {
      number: typeof value === 'number' ? value : null,
      max: typeof maximum === 'number' && typeof value === 'number' ? maximum : null,
      note: stat?.represents ?? textOf(description),
    });
  };
  const nested = keys.flatMap((key): SheetGroup[] => {
    const value = block[key];
    if (!isJsonObject(value)) return [];
    const part = parts.get(key) ?? {};
    const inner = listProperties(part);
    const fields = Object.entries(value).map(([name, one]) =>
      toField(`${key}.${name}`, name, one, inner.get(name) ?? {}),
    );
    return [{ key, title: textOf(part.title) ?? explained.get(key)?.name ?? toTitle(key), fields }];
  });
  const plain = keys.flatMap((key) => {
    const value = block[key];
    if (value === undefined || isJsonObject(value)) return [];
    return [toField(key, key, value, parts.get(key) ?? {})];
  });
  const title = isJsonObject(schema) ? textOf(schema.title) : null;
  return createSheet([{ key: 'stats', title: title ?? 'Stats', fields: plain }, ...nested]);
}

/** Lists the properties of an object schema; empty for any other. */
export function listProperties(schema: Json): ReadonlyMap<string, SchemaPart> {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).map(([key, part]) => [key, isJsonObject(part) ? part : {}] as const),
  );
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function writeValue(value: Json): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return (value as readonly Json[]).map(writeValue).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([key, part]) => `${toTitle(key)} ${writeValue(part)}`)
    .join(', ');
}
