import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { typedOperations, USED } from '../../examples/generate.ts';
import { typeCheck } from '../support/type-check.ts';

it('has the example client’s types as the generator writes them (npm run examples:generate)', async () => {
  expect(readFileSync('examples/generated/graphql.ts', 'utf8')).toBe(await typedOperations(USED));
});

const USE = (selection: string) => `
import { ShowSceneDocument, type TypedDocumentString } from './graphql.ts';

declare function ask<Answer, Variables>(document: TypedDocumentString<Answer, Variables>, variables: Variables): Answer;

const { scene } = ask(ShowSceneDocument, { sceneId: 'x' });
export const read: string | undefined = ${selection};
`;

it('gives every example operation types that hold', async () => {
  const generated = await typedOperations(['*']);

  expect(await typeCheck({ 'graphql.ts': generated, 'use.ts': USE('scene?.place?.name') })).toEqual([]);
  const wrong = await typeCheck({ 'graphql.ts': generated, 'use.ts': USE('scene?.place?.colour') });
  expect(wrong.join('\n')).toContain("Property 'colour' does not exist");
});
