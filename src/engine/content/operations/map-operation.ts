import type { Json } from '#engine/kit/canonical-json.ts';
import type { Target } from '../format/words.ts';
import type { FieldPath } from '../problem.ts';
import { engineKey, operationShape, type Shape, shapesUnder, targetsOf } from './operation-shape.ts';

type Data = { readonly [key: string]: Json };

/** An id found in an operation; the path is as the author wrote it. */
export type FoundId = { readonly path: FieldPath; readonly text: string; readonly to: readonly Target[] };

/**
 * Puts an operation into the engine's words and rewrites every id in it. Operations kept inside operations are treated alike. An
 * operation nobody knows is left as it is; the checker says so.
 */
export function mapOperation(
  operation: Data,
  rewrite: (found: FoundId) => string,
  path: FieldPath = [],
): Data {
  const name = operation.op;
  const shape = typeof name === 'string' ? operationShape(name) : undefined;
  if (shape === undefined) return operation;
  const { op: _op, ...input } = operation;
  return { op: name ?? null, ...mapObject(input, [shape], rewrite, path) };
}

function mapObject(
  data: Data,
  shapes: readonly Shape[],
  rewrite: (found: FoundId) => string,
  path: FieldPath,
): Data {
  const entries = Object.entries(data).map(([key, value]) => {
    const name = engineKey(shapes, key);
    const under = shapes.flatMap((shape) => shapesUnder(shape, name));
    return [name, mapValue(value, under, rewrite, [...path, key])] as const;
  });
  return Object.fromEntries(entries);
}

function mapValue(
  value: Json,
  shapes: readonly Shape[],
  rewrite: (found: FoundId) => string,
  path: FieldPath,
): Json {
  if (typeof value === 'string') {
    const to = shapes
      .flatMap((shape) => [shape, ...(shape.anyOf ?? [])])
      .map(targetsOf)
      .find((found) => found !== null);
    return to === undefined || to === null ? value : rewrite({ path, text: value, to });
  }
  if (isList(value)) {
    const under = shapes.flatMap((shape) => shapesUnder(shape, 0));
    return value.map((item, at) => mapValue(item, under, rewrite, [...path, at]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return 'op' in value ? mapOperation(value, rewrite, path) : mapObject(value, shapes, rewrite, path);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
