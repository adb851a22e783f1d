import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';

const DOCUMENTS = globSync('**/*.md', {
  exclude: ['node_modules/**', 'content_packs/*/**', 'prompts/**', 'data/**', 'test/fixtures/**'],
});
const PATH = /`((?:[\w.@-]+\/)*[\w.@-]+(?:\.(?:ts|js|md|json|yaml|graphql)|\/))`/g;
const SCRIPT = /npm run (?:-s )?([\w:-]+)/g;
const BLOCK = /```graphql\n([\s\S]*?)```/g;

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

it('has documents to look at', () => {
  expect(DOCUMENTS).toContain('README.md');
  expect(DOCUMENTS.length).toBeGreaterThan(5);
});

/** Named before they are made: what a server writes, and the files of the guide's example. */
const MADE_LATER = /^(data\/|locations\/|rulesets\/)/;

it.each(DOCUMENTS)('names only paths that exist in %s', (document) => {
  const paths = found(readFileSync(document, 'utf8'), PATH).filter((path) => !MADE_LATER.test(path));
  const missing = paths.filter((path) => !existsSync(path) && !existsSync(join(dirname(document), path)));

  expect(missing).toEqual([]);
});

it.each(DOCUMENTS)('names only scripts that exist in %s', (document) => {
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

  expect(found(readFileSync(document, 'utf8'), SCRIPT).filter((script) => !scripts.includes(script))).toEqual(
    [],
  );
});

it.each(DOCUMENTS)('shows only operations the schema understands in %s', (document) => {
  const schema = buildSchema(readFileSync('src/schema/schema.graphql', 'utf8'));
  const faults = found(readFileSync(document, 'utf8'), BLOCK).flatMap((source) =>
    validate(schema, parse(source)),
  );

  expect(faults.map(({ message }) => message)).toEqual([]);
});
