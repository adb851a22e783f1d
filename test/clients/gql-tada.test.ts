// biome-ignore lint/correctness/noUndeclaredDependencies: it is a part of gql.tada and comes with it.
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { expect, it } from 'vitest';
import { printSchemaText } from '#schema/print-schema.ts';
import { typeCheck } from '../support/type-check.ts';

/** What `gql.tada generate-output` writes; the command itself asks for a compiler with an interface for programs. */
function introspectionTypes(): string {
  const introspection = minifyIntrospection(
    introspectionFromSchema(buildSchema(printSchemaText('game')), { inputValueDeprecation: true }) as never,
  );
  return outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
}

const USE = (selection: string, read: string) => `
import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import type { introspection } from './introspection.d.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; Cursor: string; JSON: unknown; SafeInt: number };
}>();

export const SCENE = graphql(\`
  query Scene($id: ID!) {
    scene(id: $id) { index place { name } choices { key risk } ${selection} }
  }
\`);

export const variables: VariablesOf<typeof SCENE> = { id: 'x' };
declare const answer: ResultOf<typeof SCENE>;
export const index: number | undefined = answer.scene?.index;
export const risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | undefined = answer.scene?.choices[0]?.risk;
export const name: string | undefined = answer.scene?.place?.${read};
`;

it('types documents in the text of a program', async () => {
  const introspection = introspectionTypes();

  expect(await typeCheck({ 'introspection.d.ts': introspection, 'use.ts': USE('', 'name') })).toEqual([]);
});

it('does not compile what the schema does not have', async () => {
  const introspection = introspectionTypes();
  const wrongRead = await typeCheck({ 'introspection.d.ts': introspection, 'use.ts': USE('', 'colour') });
  const wrongField = await typeCheck({
    'introspection.d.ts': introspection,
    'use.ts': `${USE('colour', 'name')}\nexport const colour: string = answer.scene?.colour ?? '';\n`,
  });

  expect(wrongRead.join('\n')).toContain("Property 'colour' does not exist");
  expect(wrongField.length).toBeGreaterThan(0);
});
