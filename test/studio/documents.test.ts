import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildSchema, type DocumentNode, parse, print, validate } from 'graphql';
import { expect, it } from 'vitest';
import { findEndpoint } from '../../src/studio/api/client.ts';

const FILES = globSync('src/studio/documents/*.ts');
const readSchema = (file: string) => buildSchema(readFileSync(`src/schema/${file}.graphql`, 'utf8'));
const SCHEMAS = { '/graphql': readSchema('schema'), '/graphql/authoring': readSchema('authoring') };

/** Returns the documents of a file with an operation in them; fragments are part of those that use them. */
async function readOperations(file: string): Promise<DocumentNode[]> {
  const exported: Record<string, DocumentNode> = await import(pathToFileURL(file).href);
  return Object.values(exported).filter(({ definitions }) =>
    definitions.some(({ kind }) => kind === 'OperationDefinition'),
  );
}

it.each(FILES)('asks only for what the schema of its address has in %s', async (file) => {
  const operations = await readOperations(file);
  const faults = operations.flatMap((document) => {
    const endpoint = findEndpoint(document);
    if (endpoint !== '/graphql' && endpoint !== '/graphql/authoring')
      throw new Error(`no API at ${endpoint}`);
    return validate(SCHEMAS[endpoint], parse(print(document)));
  });

  expect(operations.length).toBeGreaterThan(0);
  expect(faults.map(({ message }) => message)).toEqual([]);
});

it('keeps all operations of the studio with the documents', () => {
  const elsewhere = globSync('src/studio/**/*.{ts,tsx}').filter(
    (file) => !FILES.includes(file) && /\bgraphql\(/.test(readFileSync(file, 'utf8')),
  );

  expect(FILES.length).toBeGreaterThan(1);
  expect(elsewhere).toEqual([]);
});
