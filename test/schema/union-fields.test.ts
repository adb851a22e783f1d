import { type GraphQLUnionType, isUnionType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';

/** Fields of one name that have different types in two members: they cannot be selected together without aliases. */
function listConflicts(union: GraphQLUnionType): readonly string[] {
  const types = new Map<string, Set<string>>();
  for (const member of union.getTypes()) {
    for (const { name, type } of Object.values(member.getFields())) {
      types.set(name, (types.get(name) ?? new Set()).add(String(type)));
    }
  }
  return [...types].flatMap(([name, own]) =>
    own.size === 1 ? [] : `${union.name}.${name}: ${[...own].join(', ')}`,
  );
}

it('has no two events whose fields of one name have different types', () => {
  const unions = ['TurnEvent', 'PlayerPrompt'].map((name) => schema.getType(name));
  expect(unions.filter(isUnionType).map(({ name }) => name)).toEqual(['TurnEvent', 'PlayerPrompt']);
  expect(unions.filter(isUnionType).flatMap(listConflicts)).toEqual([]);
});
