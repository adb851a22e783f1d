import { isJsonObject } from '#engine/util/canonical-json.ts';
/** Something wrong in a schema or in a value: where, outermost first, and a sentence a person understands. */
export type SchemaFault = { readonly path: readonly (string | number)[]; readonly message: string };

export type SchemaPath = SchemaFault['path'];

/** Formats a value for a sentence: JSON, cut when it is long. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

/** Keywords whose value is one schema, a list of schemas, or schemas by name; and those that hold plain data. */
export const KEYWORDS = {
  schema: ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: ['properties', 'patternProperties', 'dependentSchemas', '$defs'],
  plain: [
    'type',
    'required',
    'dependentRequired',
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    '$comment',
    '$ref',
    '$schema',
  ],
} as const;

const BOUNDS: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Suggests a replacement for a keyword that JSON Schema does not know, or that is not allowed here. */
export function suggestKeyword(keyword: string, type: unknown): string | null {
  const [least, most] = (typeof type === 'string' ? BOUNDS[type] : undefined) ?? ['minimum', 'maximum'];
  const advice: Readonly<Record<string, string>> = {
    min: `write ${least}`,
    max: `write ${most}`,
    format: 'formats are not checked here; write a pattern',
    definitions: 'write $defs',
    id: 'leave it out; a schema here stands alone',
    $id: 'leave it out; a schema here stands alone',
    $anchor: 'name the part under $defs and refer to it as #/$defs/name',
    $dynamicRef: 'write $ref to a name under $defs',
    $recursiveRef: 'write $ref to a name under $defs',
    nullable: 'write type as a list, like [string, "null"]',
    optional: 'leave it out; a field is optional unless required names it',
    unevaluatedProperties: 'write additionalProperties',
    unevaluatedItems: 'write items after prefixItems',
  };
  return Object.hasOwn(advice, keyword) ? (advice[keyword] ?? null) : null;
}

type SchemaPart = { readonly value: unknown; readonly path: SchemaPath };

/** Yields every schema inside a schema, itself first, with its place. A value that is not an object has no parts. */
export function* walkSchema(value: unknown, path: SchemaPath = []): Generator<SchemaPart> {
  yield { value, path };
  if (!isJsonObject(value)) return;
  for (const [keyword, inside] of Object.entries(value)) {
    for (const part of partsUnder(keyword, inside))
      yield* walkSchema(part.value, [...path, keyword, ...part.path]);
  }
}

function partsUnder(keyword: string, value: unknown): readonly SchemaPart[] {
  if (holds(KEYWORDS.schema, keyword)) return [{ value, path: [] }];
  if (holds(KEYWORDS.list, keyword) && Array.isArray(value)) {
    return value.map((item, index) => ({ value: item, path: [index] }));
  }
  if (holds(KEYWORDS.named, keyword) && isJsonObject(value)) {
    return Object.entries(value).map(([name, item]) => ({ value: item, path: [name] }));
  }
  return [];
}

function holds(keywords: readonly string[], keyword: string): boolean {
  return keywords.includes(keyword);
}
