import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSchema, Kind, parse, validate, visit } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readExampleTabs } from '../src/schema/graphiql/graphiql-pages.ts';
import { LANTERN_QUAY, openEngine } from './support/engine.ts';
import { ask } from './support/graphql-clients.ts';

const DOCUMENTS = globSync('**/*.md', {
  exclude: ['node_modules/**', 'content_packs/*/**', 'prompts/**', 'data/**', 'test/fixtures/**'],
});
const MODULE_READMES = DOCUMENTS.filter((document) => /^src\/.*README\.md$/.test(document));
/** Documents whose operations are run, in order, on one session. */
const PLAYED = ['README.md', 'docs/api.md', 'docs/auth.md', 'docs/dice.md'];
const PATH = /`((?:[\w.@-]+\/)*[\w.@-]+(?:\.(?:ts|js|md|json|yaml|graphql)|\/))`/g;
const LINK = /\]\(((?!https?:)[^)#\s]+)\)/g;
const SCRIPT = /npm run (?:-s )?([\w:-]+)/g;
const BLOCK = /```graphql\n([\s\S]*?)```/g;
const LONGEST_README = 130;
const LONGEST_MODULE_README = 60;

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const read = (document: string) => readFileSync(document, 'utf8');
const nameOf = (source: string) => /(?:query|mutation) (\w+)/.exec(source)?.[1];

/** Lists the fields of an operation with their parents: `startCampaign/session/id`. */
function listFields(source: string): string[] {
  const fields: string[] = [];
  const path: string[] = [];
  visit(parse(source), {
    Field: {
      enter: ({ name }) => {
        path.push(name.value);
        fields.push(path.join('/'));
      },
      leave: () => void path.pop(),
    },
  });
  return fields;
}

const countLines = (document: string) => read(document).trimEnd().split('\n').length;

it.each([
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'content_packs/LICENSE',
  ...'architecture api streams settings auth operations packs contributing dice evenings prompt retrieval'
    .split(' ')
    .map((name) => `docs/${name}.md`),
])('has %s', (document) => {
  expect(read(document).length).toBeGreaterThan(200);
});

/** Named before they are made: files a server writes, and files of the guide's example. */
const MADE_LATER = /^(data\/|locations\/|rulesets\/)/;

it.each(DOCUMENTS)('names only paths that exist in %s', (document) => {
  const paths = findAll(read(document), PATH).filter((path) => !MADE_LATER.test(path));
  const links = findAll(read(document), LINK);
  const places = ['', dirname(document)];
  const missing = [
    ...paths.filter((path) => !places.some((place) => existsSync(join(place, path)))),
    ...links.filter((link) => !existsSync(join(dirname(document), link))),
  ];

  expect(missing).toEqual([]);
});

it.each(DOCUMENTS)('names only scripts that exist in %s', (document) => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);

  expect(findAll(read(document), SCRIPT).filter((script) => !scripts.includes(script))).toEqual([]);
});

/** First line of an operation that is for the authoring endpoint. */
const FOR_AUTHORING = /^# \/graphql\/authoring\n/;

it.each(DOCUMENTS)('shows only operations the schema of their address understands in %s', (document) => {
  const game = buildSchema(read('src/schema/schema.graphql'));
  const authoring = buildSchema(read('src/schema/authoring.graphql'));
  const faults = findAll(read(document), BLOCK).flatMap((source) =>
    validate(FOR_AUTHORING.test(source) ? authoring : game, parse(source)),
  );

  expect(faults.map(({ message }) => message)).toEqual([]);
});

it('shows in the README operations of the tabs in GraphiQL, with no field that those do not have', () => {
  const tabs = readExampleTabs('game').map(({ query }) => query);
  const operations = findAll(read('README.md'), BLOCK);

  expect(operations.length).toBeGreaterThan(2);
  for (const source of operations) {
    const tab = tabs.find((query) => nameOf(query) === nameOf(source)) ?? '';
    expect(listFields(source).filter((field) => !listFields(tab).includes(field))).toEqual([]);
  }
});

it('links every page of docs/ from the README or from another page', () => {
  const linked = new Set(
    DOCUMENTS.flatMap((document) =>
      findAll(read(document), LINK).map((link) => join(dirname(document), link)),
    ),
  );

  expect(globSync('docs/*.md').filter((page) => !linked.has(page))).toEqual([]);
});

it('keeps the README and the READMEs of modules short', () => {
  expect(countLines('README.md')).toBeLessThanOrEqual(LONGEST_README);
  expect(MODULE_READMES.length).toBeGreaterThan(15);
  expect(MODULE_READMES.filter((document) => countLines(document) > LONGEST_MODULE_README)).toEqual([]);
});

it('lists a file once in the table of a module', () => {
  const doubled = MODULE_READMES.flatMap((document) => {
    const rows = read(document).match(/^\|.*$/gm) ?? [];
    const files = rows.flatMap((row) => findAll(row.split('|')[1] ?? '', /`([^`]+\.ts)`/g));
    return files.filter((file, at) => files.indexOf(file) !== at).map((file) => `${document}: ${file}`);
  });

  expect(doubled).toEqual([]);
});

it('names in the README the test command that the checks before a change run', () => {
  expect(read('README.md')).toContain('npm install && npm test');
  expect(read('.ci/run')).toMatch(/^npm install\n(?:.*\n)*npm test$/m);
});

it('has the licence that package.json states', () => {
  expect(JSON.parse(read('package.json')).license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License/);
});

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

it('shows operations that run, in the order of the documents', async () => {
  const known: Record<string, unknown> = { text: 'I look around.', after: null };
  const { entryPoints } = await ask<{ entryPoints: { nodes: { id: string; contentId: string }[] } }>(
    engine.url,
    '{ entryPoints(first: 100) { nodes { id contentId } } }',
  );
  known.entryPointId = entryPoints.nodes.find(({ contentId }) => contentId === LANTERN_QUAY)?.id;
  const names: string[] = [];
  for (const source of PLAYED.flatMap((document) => findAll(read(document), BLOCK))) {
    const [operation] = parse(source).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`no operation: ${source}`);
    const name = operation.name?.value ?? '';
    const declared = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
    known.actionId = `documents-${name}`;
    const variables = Object.fromEntries(declared.map((variable) => [variable, known[variable]]));
    const answer = await ask<Record<string, unknown>>(engine.url, source, variables);
    for (const value of Object.values(answer)) {
      expect(value, name).not.toBeNull();
      expect(Object(value), name).not.toHaveProperty('message');
      known.sessionId = Object(value).session?.id ?? known.sessionId;
    }
    names.push(name);
  }

  expect(names).toEqual(
    expect.arrayContaining(['BrowseEntryPoints', 'StartCampaign', 'TakeTurn', 'ReadSession', 'CollectRolls']),
  );
});
