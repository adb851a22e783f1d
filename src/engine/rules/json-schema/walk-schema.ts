import { isPlainObject, type SchemaPath } from './schema-fault.ts';
import { KEYWORDS } from './schema-keywords.ts';

export type SchemaPart = { readonly value: unknown; readonly path: SchemaPath };

/** Every schema inside a schema, itself first, with its place. What is not an object has no parts. */
export function* walkSchema(value: unknown, path: SchemaPath = []): Generator<SchemaPart> {
  yield { value, path };
  if (!isPlainObject(value)) return;
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
  if (holds(KEYWORDS.named, keyword) && isPlainObject(value)) {
    return Object.entries(value).map(([name, item]) => ({ value: item, path: [name] }));
  }
  return [];
}

function holds(keywords: readonly string[], keyword: string): boolean {
  return keywords.includes(keyword);
}
