import type { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { operationSchemas, referenceTargets, type Target } from '../format/words.ts';
import { mapOperation } from '../operations/map-operation.ts';
import type { FieldPath } from '../problem.ts';
import { bareSchema, childSchemas } from '../schema/schema-parts.ts';

/** A reference found in a file's data. */
export type FoundReference = {
  readonly path: FieldPath;
  /** A key when it stands as the name of an entry, as in `stat_blocks`. */
  readonly part: 'key' | 'value';
  readonly text: string;
  readonly to: readonly Target[];
  /** Operations are open, so no schema has looked at the form of their references. */
  readonly isInOperation: boolean;
};

/** Rewrites every reference of the data. The schema says what is a reference; everything else is kept as it is. */
export function mapReferences(
  schema: z.core.$ZodType,
  data: Json,
  rewrite: (reference: FoundReference) => string,
  path: FieldPath = [],
): Json {
  if (typeof data === 'string') return rewriteText(schema, data, rewrite, path);
  if (typeof data !== 'object' || data === null) return data;
  if (!isList(data) && operationSchemas.has(bareSchema(schema))) {
    return mapOperation(data, (found) => rewrite({ ...found, part: 'value', isInOperation: true }), path);
  }
  const inside = (value: Json, step: string | number) =>
    childSchemas(schema, step).reduce(
      (now, child) => mapReferences(child, now, rewrite, [...path, step]),
      value,
    );
  if (isList(data)) return data.map(inside);
  const keyTargets = recordKeyTargets(schema);
  const entries = Object.entries(data).map(([key, value]) => {
    const text =
      keyTargets === null
        ? key
        : rewrite({ path: [...path, key], part: 'key', text: key, to: keyTargets, isInOperation: false });
    return [text, inside(value, key)] as const;
  });
  return Object.fromEntries(entries);
}

function rewriteText(
  schema: z.core.$ZodType,
  text: string,
  rewrite: (reference: FoundReference) => string,
  path: FieldPath,
): string {
  const bare = bareSchema(schema);
  const target = referenceTargets.get(bare);
  return target === undefined
    ? text
    : rewrite({ path, part: 'value', text, to: target.to, isInOperation: false });
}

function recordKeyTargets(schema: z.core.$ZodType): readonly Target[] | null {
  const { def } = bareSchema(schema)._zod;
  return def.type === 'record' ? (referenceTargets.get(def.keyType)?.to ?? null) : null;
}

function isList(data: Json): data is readonly Json[] {
  return Array.isArray(data);
}
