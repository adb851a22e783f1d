import { z } from 'zod';
import { CharacterId, EntityId, FactId, FactionId, ItemId, LocationId } from '#engine/state/ids.ts';
import { OPERATIONS } from '#engine/state/operations.ts';
import type { Target } from '../format/words.ts';

/** As much of JSON Schema as the inputs of operations are written in. */
export type Shape = {
  readonly pattern?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
};

function shapeOf(schema: z.ZodType): Shape {
  // What zod writes is JSON Schema; the type above names the keywords read here.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

const TARGETS: ReadonlyMap<string | undefined, readonly Target[]> = new Map<
  string | undefined,
  readonly Target[]
>([
  [shapeOf(CharacterId).pattern, ['character']],
  [shapeOf(LocationId).pattern, ['location']],
  [shapeOf(ItemId).pattern, ['item']],
  [shapeOf(FactionId).pattern, ['faction']],
  [shapeOf(EntityId).pattern, ['character', 'location', 'faction', 'item']],
  [shapeOf(FactId).pattern, ['fact']],
]);

/** What a text of this shape names, if it is an id of a campaign. */
export function targetsOf({ pattern }: Shape): readonly Target[] | null {
  return pattern === undefined ? null : (TARGETS.get(pattern) ?? null);
}

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  OPERATIONS.map(({ name, input }) => [name, shapeOf(input)]),
);

/** The shape of an operation's input; undefined when there is no such operation. */
export function operationShape(name: string): Shape | undefined {
  return SHAPES.get(name);
}

/** The shapes a key may have here: several for alternatives. */
export function shapesUnder(shape: Shape, key: string | number): readonly Shape[] {
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((one) =>
    shapesUnder(one, key),
  );
  const own = typeof key === 'number' ? shape.items : (named(shape, key) ?? open(shape));
  return own === undefined ? alternatives : [own, ...alternatives];
}

function named({ properties = {} }: Shape, key: string): Shape | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function open({ additionalProperties }: Shape): Shape | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** `subjectId` → `subject_id` */
export function snakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name the engine knows a key by: authors write `subject_id`, operations say `subjectId`. */
export function engineKey(shapes: readonly Shape[], key: string): string {
  const names = shapes.flatMap(propertyNames);
  return names.find((name) => name === key) ?? names.find((name) => snakeKey(name) === key) ?? key;
}

function propertyNames(shape: Shape): readonly string[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(propertyNames);
  return [...Object.keys(shape.properties ?? {}), ...inner];
}
