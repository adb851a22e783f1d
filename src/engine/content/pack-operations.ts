import { z } from 'zod';
import { CharacterId, EntityId, FactId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import { OPERATIONS } from '#engine/state/operations.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { ReferenceTarget } from './format/field-types.ts';
import type { FieldPath } from './problem.ts';

/** As much of JSON Schema as the inputs of operations are written in. */
type InputShape = {
  readonly pattern?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, InputShape>>;
  readonly required?: readonly string[];
  readonly items?: InputShape;
  readonly additionalProperties?: InputShape | boolean;
  readonly anyOf?: readonly InputShape[];
  readonly oneOf?: readonly InputShape[];
};

function shapeOf(schema: z.ZodType): InputShape {
  // What zod writes is JSON Schema; the type above names the keywords read here.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputShape;
}

const TARGETS: ReadonlyMap<string | undefined, readonly ReferenceTarget[]> = new Map<
  string | undefined,
  readonly ReferenceTarget[]
>([
  [shapeOf(CharacterId).pattern, ['character']],
  [shapeOf(LocationId).pattern, ['location']],
  [shapeOf(ItemId).pattern, ['item']],
  [shapeOf(FactionId).pattern, ['faction']],
  [shapeOf(EntityId).pattern, ['character', 'location', 'faction', 'item']],
  [shapeOf(FactId).pattern, ['fact']],
]);

/** Returns the targets a text of this shape may name; null when it is not an id of a campaign. */
function findTargets({ pattern }: InputShape): readonly ReferenceTarget[] | null {
  return pattern === undefined ? null : (TARGETS.get(pattern) ?? null);
}

const SHAPES: ReadonlyMap<string, InputShape> = new Map(
  OPERATIONS.map(({ name, input }) => [name, shapeOf(input)]),
);

/** Returns the shape of an operation's input; undefined when there is no such operation. */
function findOperationShape(name: string): InputShape | undefined {
  return SHAPES.get(name);
}

/** Finds the shapes a key may have here: several for alternatives. */
function findChildShapes(shape: InputShape, key: string | number): readonly InputShape[] {
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((one) =>
    findChildShapes(one, key),
  );
  const own = typeof key === 'number' ? shape.items : (named(shape, key) ?? open(shape));
  return own === undefined ? alternatives : [own, ...alternatives];
}

function named({ properties = {} }: InputShape, key: string): InputShape | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function open({ additionalProperties }: InputShape): InputShape | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Converts a key to snake case: `subjectId` → `subject_id`. */
export function toSnakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the engine's name of a key: authors write `subject_id`, operations use `subjectId`. */
function toEngineKey(shapes: readonly InputShape[], key: string): string {
  const names = shapes.flatMap(propertyNames);
  return names.find((name) => name === key) ?? names.find((name) => toSnakeKey(name) === key) ?? key;
}

function propertyNames(shape: InputShape): readonly string[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(propertyNames);
  return [...Object.keys(shape.properties ?? {}), ...inner];
}

type Data = { readonly [key: string]: Json };

/** An id found in an operation; the path is as the author wrote it. */
export type FoundId = {
  readonly path: FieldPath;
  readonly text: string;
  readonly to: readonly ReferenceTarget[];
};

/**
 * Translates an operation into the engine's form and rewrites every id in it. Nested operations are treated alike.
 * Leaves an unknown operation as it is; the checker reports it.
 */
export function mapOperation(
  operation: Data,
  rewrite: (found: FoundId) => string,
  path: FieldPath = [],
): Data {
  const name = operation.op;
  const shape = typeof name === 'string' ? findOperationShape(name) : undefined;
  if (shape === undefined) return operation;
  const { op: _op, ...input } = operation;
  return { op: name ?? null, ...mapObject(input, [shape], rewrite, path) };
}

function mapObject(
  data: Data,
  shapes: readonly InputShape[],
  rewrite: (found: FoundId) => string,
  path: FieldPath,
): Data {
  const entries = Object.entries(data).map(([key, value]) => {
    const name = toEngineKey(shapes, key);
    const under = shapes.flatMap((shape) => findChildShapes(shape, name));
    return [name, mapValue(value, under, rewrite, [...path, key])] as const;
  });
  return Object.fromEntries(entries);
}

function mapValue(
  value: Json,
  shapes: readonly InputShape[],
  rewrite: (found: FoundId) => string,
  path: FieldPath,
): Json {
  if (typeof value === 'string') {
    const to = shapes
      .flatMap((shape) => [shape, ...(shape.anyOf ?? [])])
      .map(findTargets)
      .find((found) => found !== null);
    return to === undefined || to === null ? value : rewrite({ path, text: value, to });
  }
  if (isList(value)) {
    const under = shapes.flatMap((shape) => findChildShapes(shape, 0));
    return value.map((item, at) => mapValue(item, under, rewrite, [...path, at]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return 'op' in value ? mapOperation(value, rewrite, path) : mapObject(value, shapes, rewrite, path);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** An operation as a pack writes it. */
export type ListedOperation = {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly { readonly name: string; readonly isRequired: boolean; readonly takes: string }[];
};

/** Lists the operations that clocks, deadlines, agendas and resources of a pack can trigger. */
export function listOperations(): readonly ListedOperation[] {
  return OPERATIONS.map(({ name, summary }) => {
    const { properties = {}, required = [] } = findOperationShape(name) ?? {};
    const fields = Object.entries(properties).map(([key, shape]) => {
      return { name: toSnakeKey(key), isRequired: required.includes(key), takes: taken(shape) };
    });
    return { name, summary, fields };
  });
}

function taken(shape: InputShape): string {
  const targets = findTargets(shape);
  if (targets !== null) return targets.length > 1 ? 'an entity' : `a ${targets[0]}`;
  if (shape.enum !== undefined) return shape.enum.join(' | ');
  if (shape.items !== undefined) return `list of: ${taken(shape.items)}`;
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].map(taken);
  if (alternatives.length > 0) return [...new Set(alternatives)].join(' or ');
  return WORDS[shape.type ?? ''] ?? 'anything';
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'keys with values',
};
