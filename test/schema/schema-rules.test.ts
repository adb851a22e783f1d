import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { describeRole } from '../../src/schema/access/denial.ts';
import { findRule, findTypeRule } from '../../src/schema/access/field-rules.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

it('takes exactly one argument, `input`, in every mutation', () => {
  const others = mutations.filter(
    ({ args }) =>
      args.map(({ name, type }) => `${name}${isNonNullType(type) ? '!' : ''}`).join() !== 'input!',
  );

  expect(others.map(({ name }) => name)).toEqual([]);
});

it('answers every mutation with a union that can say invalid, not found and forbidden', () => {
  const poor = mutations.filter(({ type }) => {
    const named = getNamedType(type);
    const members = isUnionType(named) ? named.getTypes().map(({ name }) => name) : [];
    return !['InvalidInput', 'NotFound', 'Forbidden'].every((name) => members.includes(name));
  });

  expect(poor.map(({ name }) => name)).toEqual([]);
});

// Only fields of outputs have arguments.
const argsOf = (field: object): readonly GraphQLArgument[] =>
  (field as Partial<GraphQLField<unknown, unknown>>).args ?? [];

it('types every id as ID', () => {
  const named = (name: string) => /^(id|ids)$|[a-z](Id|Ids)$/.test(name);
  /** A count of what was left out by its id, and the index of a scene. */
  const numbers = ['ExcludedLore.byId', 'ContinuationInput.sequenceId'];
  const others = types.flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      ...(named(field.name) && String(field.type).replace(/[[\]!]/g, '') !== 'ID'
        ? [`${type.name}.${field.name}`]
        : []),
      ...argsOf(field)
        .filter((arg) => named(arg.name) && getNamedType(arg.type).name !== 'ID')
        .map((arg) => `${type.name}.${field.name}(${arg.name})`),
    ]);
  });

  expect(others.filter((field) => !numbers.includes(field))).toEqual([]);
});

it('leaves every field that is for one role nullable, and says so', () => {
  const guarded = objects
    .filter(({ name }) => name !== 'Mutation' && name !== 'Subscription' && findTypeRule(name) === null)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ type, field }) => describeRole(findRule(type, field.name)) !== null)
    .filter(({ field }) => !isUnionType(getNamedType(field.type)));
  const wrong = guarded.filter(
    ({ field }) => isNonNullType(field.type) || !field.description?.endsWith('null for others.'),
  );

  expect(guarded.length).toBeGreaterThan(20);
  expect(wrong.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
});

/** Shape of a type in an answer, as GraphQL compares it when fields of different types are merged. */
function shapeOf(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return `${shapeOf(type.ofType)}!`;
  if (isListType(type)) return `[${shapeOf(type.ofType)}]`;
  return isCompositeType(getNamedType(type)) ? '{}' : String(type);
}

it('gives members of a union or interface no field of the same name and another shape', () => {
  const conflicts = types.filter(isAbstractType).flatMap((abstract) => {
    if (abstract.name === 'Node') return [];
    const shapes = new Map<string, string>();
    return schema.getPossibleTypes(abstract).flatMap((member: GraphQLObjectType) =>
      Object.values(member.getFields()).flatMap((field) => {
        const shape = shapeOf(field.type);
        const known = shapes.get(field.name) ?? shape;
        shapes.set(field.name, known);
        return known === shape
          ? []
          : [`${abstract.name}: ${member.name}.${field.name} is ${shape}, not ${known}`];
      }),
    );
  });

  expect(conflicts).toEqual([]);
});
