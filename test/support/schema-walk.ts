import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '#schema/schema.ts';
import { findRule } from '../../src/schema/access/field-rules.ts';

/** What arguments are filled with: a GraphQL literal by `field.argument`, by the name of the argument, or by its type. */
export type Fillings = Readonly<Record<string, string>>;
type Field = GraphQLField<unknown, unknown>;

const PLAIN: Fillings = { Int: '1', Float: '1', Boolean: 'true', JSON: '{}', JSONObject: '{}' };

/** A literal an input takes; `places` are the names under which a filling may be known, the nearest first. */
function literal(type: GraphQLInputType, places: readonly string[], fillings: Fillings): string {
  const known = places.map((place) => fillings[place]).find((one) => one !== undefined);
  if (known !== undefined) return known;
  if (isNonNullType(type)) return literal(type.ofType, places, fillings);
  if (isListType(type)) return `[${literal(type.ofType, places, fillings)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (!isInputObjectType(type)) return fillings[type.name] ?? PLAIN[type.name] ?? '"the bell"';
  const fields = Object.values(type.getFields());
  const given = type.isOneOf ? fields.slice(0, 1) : fields.filter((one) => isNonNullType(one.type));
  return `{ ${given.map((one) => `${one.name}: ${literal(one.type, [`${type.name}.${one.name}`, one.name], fillings)}`).join(', ')} }`;
}

const isAsked = ({ name, type, defaultValue }: GraphQLArgument) =>
  name === 'first' || (isNonNullType(type) && defaultValue === undefined);

/** `session(id: "…")`: a field with everything it must be given. */
export function called(field: Field, fillings: Fillings): string {
  const given = field.args
    .filter((one) => isAsked(one) || `${field.name}.${one.name}` in fillings)
    .map(
      (one) =>
        `${one.name}: ${one.name === 'first' ? '50' : literal(one.type, [`${field.name}.${one.name}`, one.name], fillings)}`,
    );
  return given.length === 0 ? field.name : `${field.name}(${given.join(', ')})`;
}

export const fieldsOf = (type: GraphQLObjectType): Field[] => Object.values(type.getFields());
const isPlain = (field: Field) => isLeafType(getNamedType(field.type)) && !field.args.some(isAsked);
/** The types something of a type can be. */
export const membersOf = (typeName: string): readonly GraphQLObjectType[] => {
  const type = schema.getType(typeName);
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

/** The rules of fields players may not ask. */
export const FOR_OTHERS: readonly (string | null)[] = ['master', 'gm', 'author', 'admin', null];

/** The fields of a type that players may ask. */
export const fieldsForPlayers = (type: GraphQLObjectType): Field[] =>
  fieldsOf(type).filter(({ name }) => !FOR_OTHERS.includes(findRule(type, name)));

/**
 * Every plain field of a type that players may have, or of each type it may be, `depth` objects deep; empty for a leaf. A field they
 * may not have would take what stands beside it out of the answer.
 */
export function everyLeaf(
  typeName: string,
  depth = 0,
  fillings: Fillings = {},
  of = fieldsForPlayers,
): string {
  const parts = membersOf(typeName).map((type) => {
    const theirs = of(type);
    const asked = theirs.flatMap((field) => {
      const inner = isPlain(field) ? '' : depth > 0 ? everyLeaf(named(field), depth - 1, fillings, of) : null;
      return inner === null ? [] : [`${type.name}_${field.name}: ${called(field, fillings)}${inner}`];
    });
    return `... on ${type.name} { __typename ${asked.join(' ')} }`;
  });
  return parts.length === 0 ? '' : ` { ${parts.join(' ')} }`;
}

const named = (field: Field): string => getNamedType(field.type).name;

/**
 * One question for every field that can be reached from Query: the shortest way there, and what it holds. Ways that lead through
 * what is refused, or to nothing in particular, are taken when no other is left.
 */
export function everyQuestion(fillings: Fillings): { readonly field: string; readonly text: string }[] {
  const root = schema.getQueryType();
  if (root === null || root === undefined) throw new Error('there is no Query');
  const seen = new Set([root.name]);
  const walked = new Set<string>();
  const queue = [{ type: root, around: (inner: string) => inner }];
  const later: typeof queue = [];
  const questions: { field: string; text: string }[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift() ?? later.shift()) {
    const { type, around } = next;
    if (walked.has(type.name)) continue;
    walked.add(type.name);
    for (const field of fieldsOf(type)) {
      const call = called(field, fillings);
      const text = around(`${call}${everyLeaf(named(field))}`);
      questions.push({ field: `${type.name}.${field.name}`, text });
      const isLast =
        ['node', 'nodes'].includes(field.name) || FOR_OTHERS.includes(findRule(type, field.name));
      for (const member of membersOf(named(field)).filter(({ name }) => !seen.has(name))) {
        if (!isLast) seen.add(member.name);
        const onward = (inner: string) => around(`${call} { ... on ${member.name} { ${inner} } }`);
        (isLast ? later : queue).push({ type: member, around: onward });
      }
    }
  }
  return questions;
}
