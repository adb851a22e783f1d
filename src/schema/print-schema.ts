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

/** Returns the file of a part as it was released last. Clients rely on it: a test finds what would break them. */
export function getReleasedSchemaFile(part: ApiPart): URL {
  return new URL(`released/${FILES[part]}`, import.meta.url);
}

if (import.meta.main) {
  const isRelease = process.argv.includes('--release');
  for (const part of API_PARTS) {
    writeFileSync(new URL(FILES[part], import.meta.url), printSchemaText(part));
    if (isRelease) writeFileSync(getReleasedSchemaFile(part), printSchemaText(part));
  }
}
