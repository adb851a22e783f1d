import { z } from 'zod';
import { buildFileSchemas, type FileSchema } from '#engine/content/json-schemas.ts';
import type { Json } from '#engine/util/canonical-json.ts';

/** Input of the API for a key of a file: a GraphQL type, or JSON where no type would say more. */
export type ValueShape =
  | { readonly takes: 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON' }
  | { readonly takes: 'enum'; readonly values: readonly string[] }
  | { readonly takes: 'list'; readonly of: ValueShape }
  | { readonly takes: 'keys'; readonly keys: readonly ShapeKey[] };

export type ShapeKey = {
  /** Key in the file: `speech_style`. */
  readonly written: string;
  /** Field in the API: `speechStyle`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly shape: ValueShape;
};

export type FileShape = Extract<ValueShape, { readonly takes: 'keys' }>;

/** Subset of JSON Schema that file schemas use. */
const Part = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
});
type Part = z.infer<typeof Part>;

/** Keys that the mutation itself sets, or that are useless where a pack has no files. */
const LEFT_OUT = /^(?:id|format|provides|type|.+_file)$/;
/** Keys whose content belongs to the ruleset, so that its JSON Schema describes them better. */
const AS_JSON: ReadonlySet<string> = new Set(['ruleset.mechanics', 'bestiary.creatures', 'spellbook.spells']);

const shapes = new Map<string, FileShape>();

/** Reads the keys of one kind of file. */
export function readFileShape(kind: string): FileShape {
  if (shapes.size === 0) for (const file of buildFileSchemas()) shapes.set(file.kind, readShape(file));
  const shape = shapes.get(kind);
  if (shape === undefined) throw new Error(`there is no kind of file ${kind}`);
  return shape;
}

function readShape({ kind, schema }: FileSchema): FileShape {
  const { keys } = keysOf(Part.parse(schema));
  const isLeftOut = ({ written }: ShapeKey) =>
    LEFT_OUT.test(written) && !(kind === 'entry_point' && written === 'type');
  // A file that overrides another carries only what it changes, so the checker decides what is missing.
  const kept = keys
    .filter((key) => !isLeftOut(key))
    .map((key): ShapeKey => {
      const shape: ValueShape = AS_JSON.has(`${kind}.${key.written}`) ? { takes: 'JSON' } : key.shape;
      return { ...key, shape, isRequired: false };
    });
  return { takes: 'keys', keys: kept };
}

function keysOf({ properties = {}, required = [] }: Part): FileShape {
  const keys = Object.entries(properties).map(([written, value]): ShapeKey => {
    const part = Part.parse(value);
    return {
      written,
      name: written.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      isRequired: required.includes(written),
      description: part.description ?? `As \`${written}\` in a file.`,
      shape: written === 'id' ? { takes: 'ID' } : shapeOf(part),
    };
  });
  return { takes: 'keys', keys };
}

const SCALARS = { string: 'String', integer: 'Int', number: 'Float', boolean: 'Boolean' } as const;

function shapeOf(part: Part): ValueShape {
  if (part.enum?.every((value) => typeof value === 'string')) return { takes: 'enum', values: part.enum };
  if (part.anyOf !== undefined) return { takes: isTextOrNumber(part.anyOf) ? 'String' : 'JSON' };
  if (part.type === 'array') return { takes: 'list', of: itemShape(part.items) };
  if (part.type === 'object') {
    const isClosed = part.properties !== undefined && part.additionalProperties === false;
    return isClosed ? keysOf(part) : { takes: 'JSON' };
  }
  const scalar = Object.entries(SCALARS).find(([type]) => type === part.type)?.[1];
  return { takes: scalar ?? 'JSON' };
}

/** Returns the shape of list items. A tuple of texts is a list of texts; the checker verifies the length. */
function itemShape(items: unknown): ValueShape {
  return shapeOf(Part.parse(Array.isArray(items) ? items[0] : items));
}

/** Checks for text or number: a date is text, a bare year may be a number. Text covers both. */
function isTextOrNumber(alternatives: readonly unknown[]): boolean {
  const types = alternatives.map((one) => Part.parse(one).type);
  return types.includes('string') && types.every((type) => type === 'string' || type === 'integer');
}

/** Converts API input to the keys of a file. Omits absent and null values. */
export function toFileKeys(shape: ValueShape, value: unknown): Json {
  if (shape.takes === 'list' && Array.isArray(value)) return value.map((item) => toFileKeys(shape.of, item));
  if (shape.takes !== 'keys') return value as Json;
  const given = value as Readonly<Record<string, unknown>>;
  const entries = shape.keys.flatMap(({ name, written, shape: inner }) =>
    given[name] == null ? [] : [[written, toFileKeys(inner, given[name])] as const],
  );
  return Object.fromEntries(entries);
}

/** Converts a file to API input, enum names included: the inverse of `toFileKeys`. */
export function toApiKeys(shape: ValueShape, value: Json): Json {
  if (shape.takes === 'enum' && typeof value === 'string') return toEnumName(value);
  if (shape.takes === 'String' && typeof value === 'number') return String(value);
  if (shape.takes === 'list' && Array.isArray(value))
    return value.map((item: Json) => toApiKeys(shape.of, item));
  if (shape.takes !== 'keys' || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([written, inner]) => {
    const key = shape.keys.find((one) => one.written === written);
    return key === undefined ? [] : [[key.name, toApiKeys(key.shape, inner as Json)] as const];
  });
  return Object.fromEntries(entries);
}

/** `cc-by` → `CC_BY` */
function toEnumName(value: string): string {
  return value.toUpperCase().replaceAll('-', '_');
}
