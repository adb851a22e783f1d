import {
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { FIELD_RULES, findRule } from '../../../src/schema/access/field-rules.ts';
import { findIdOwner, OWNED_TYPES } from '../../../src/schema/access/owned-types.ts';

const types = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));
const ROOTS = ['Query', 'Mutation', 'Subscription'];
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());

/** Returns whether a value of this type can hold the id of an object. */
function canHoldId(type: GraphQLInputType, seen: readonly string[] = []): boolean {
  const named = getNamedType(type);
  if (named.name === 'ID') return true;
  if (!isInputObjectType(named) || seen.includes(named.name)) return false;
  return Object.values(named.getFields()).some((field) => canHoldId(field.type, [...seen, named.name]));
}

const ADVICE = `Until then only admins reach it. Add a line to a table in src/schema/access/field-rules.ts: 'holder' for a plain part of something that has rules itself, 'member' or 'master' for what belongs to a campaign,
'reader' for everybody, or a role. The words are explained there.`;

it('has a rule for every field of every type', () => {
  const without = types.flatMap((type) =>
    fieldsOf(type)
      .filter(({ name }) => findRule(type, name) === null)
      .map(({ name }) => `${type.name}.${name} has no rule.`),
  );

  expect(types.length).toBeGreaterThan(60);
  expect(without, without.length > 0 ? ADVICE : '').toEqual([]);
});

it('has no rule for what does not exist', () => {
  const stale = Object.entries(FIELD_RULES).flatMap(([name, rules]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [name];
    const named = typeof rules === 'string' ? [] : Object.keys(rules).filter((field) => field !== '*');
    return named.filter((field) => type.getFields()[field] === undefined).map((field) => `${name}.${field}`);
  });

  expect(stale).toEqual([]);
});

it('names every field where one rule for all could let something slip through', () => {
  const careful = [...ROOTS, ...Object.keys(OWNED_TYPES)];
  const blanket = careful.filter(
    (name) => typeof FIELD_RULES[name] === 'string' || Object.hasOwn(FIELD_RULES[name] ?? {}, '*'),
  );

  expect(blanket).toEqual([]);
});

it('asks about a campaign only where one is named: by an id among the arguments, or by the parent', () => {
  const unanswerable = types.flatMap((type) =>
    fieldsOf(type)
      .filter(({ name }) => ['member', 'master'].includes(findRule(type, name) ?? ''))
      .filter(({ args }) => OWNED_TYPES[type.name] === undefined && !args.some((arg) => canHoldId(arg.type)))
      .map(({ name }) => `${type.name}.${name}`),
  );

  expect(unanswerable).toEqual([]);
});

/** What belongs to no campaign: contents of packs, as players may know them, and what only a role may see. */
const OF_NO_CAMPAIGN = /^(Pack|World|Ruleset|EntryPoint|Character|\w+Lore|Model|Prompt)$/;

it('says of everything that can be fetched by its id whether it belongs to a campaign', () => {
  const nodes = types.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
  const neither = nodes
    .map(({ name }) => name)
    .filter((name) => findIdOwner(name) === null && !OF_NO_CAMPAIGN.test(name));

  expect(nodes.length).toBeGreaterThan(10);
  expect(
    neither,
    'Add it to OWNED_TYPES or OWNERS_OF_PARTS in src/schema/access/owned-types.ts, with how its campaign is found.',
  ).toEqual([]);
});
