import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

/** Prints the schema as text, independent of the order in which its types were defined. */
export function printSchemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) writeFileSync(new URL('./schema.graphql', import.meta.url), printSchemaText());
