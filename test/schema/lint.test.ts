import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lintSchema } from '../support/schema-lint.ts';

it.each(['schema', 'authoring'])('finds nothing to mend in %s.graphql', async (name) => {
  expect(await lintSchema(readFileSync(`src/schema/${name}.graphql`, 'utf8'))).toEqual([]);
});

const QUERY = (field: string) => `"Everything that can be read."
type Query {
${field}
}
`;

it.each([
  ['a field without a description', QUERY('  hello: String'), 'require-description'],
  [
    'an argument without a description',
    QUERY('  "Greets."\n  hello(name: String): String'),
    'require-description',
  ],
  [
    'a deprecation without a reason',
    QUERY('  "Greets."\n  hello: String @deprecated'),
    'require-deprecation-reason',
  ],
  [
    'a deprecation without a date',
    QUERY('  "Greets."\n  hello: String @deprecated(reason: "Use greet.")'),
    'require-deprecation-date',
  ],
  [
    'a connection without edges',
    `${QUERY('  "Pages."\n  things(first: Int, after: String): ThingConnection')}"A page."
type ThingConnection {
  "Whose."
  owner: String
}
`,
    'relay-connection-types',
  ],
])('would notice %s', async (_case, sdl, rule) => {
  expect((await lintSchema(sdl)).join('\n')).toContain(rule);
});
