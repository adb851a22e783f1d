import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { API_PARTS, type ApiPart } from './endpoints.ts';
import { gameSchema, schema } from './schema.ts';

const SCHEMAS = { game: gameSchema, authoring: schema };

/** Files with the printed schemas, beside this one. */
const FILES: Readonly<Record<ApiPart, string>> = { game: 'schema.graphql', authoring: 'authoring.graphql' };

/** Prints a schema as text, independent of the order in which its types were defined. */
export function printSchemaText(part: ApiPart): string {
  return `${printSchema(lexicographicSortSchema(SCHEMAS[part]))}\n`;
}

if (import.meta.main) {
  for (const part of API_PARTS) {
    writeFileSync(new URL(FILES[part], import.meta.url), printSchemaText(part));
  }
}
