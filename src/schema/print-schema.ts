import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/** The API as text, the same whatever order its types were made in. */
export function printSchemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) writeFileSync(new URL('./schema.graphql', import.meta.url), printSchemaText());
