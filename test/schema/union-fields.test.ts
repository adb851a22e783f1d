import { type GraphQLUnionType, isUnionType } from 'graphql';
import { expect, it } from 'vitest';
import { gameSchema, schema } from '#schema/schema.ts';

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

it.each([
  ['game clients', gameSchema],
  ['authors', schema],
])('has no two events for %s whose fields of one name have different types', (_part, part) => {
  const unions = ['TurnEvent', 'PlayerPrompt'].map((name) => part.getType(name));
  expect(unions.filter(isUnionType).map(({ name }) => name)).toEqual(['TurnEvent', 'PlayerPrompt']);
  expect(unions.filter(isUnionType).flatMap(listConflicts)).toEqual([]);
});
