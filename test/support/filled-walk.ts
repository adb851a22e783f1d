import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { schema } from '#schema/schema.ts';
import { called, everyLeaf, type Fillings, fieldsForPlayers, membersOf } from './schema-walk.ts';

type Field = GraphQLField<unknown, unknown>;
/** One field on the way from Query, and the type of what is found there. */
type Stretch = { readonly field: Field; readonly type: string };
type Way = readonly Stretch[];
type Ask = (query: string) => Promise<{
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly unknown[];
  readonly text: string;
}>;

/** As many ways to a type are gone as may be needed to find something in each of its fields. */
const MOST_WAYS = 6;

const objectType = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object`);
  return type;
};

/** What stands at the end of a way in an answer, as often as it does. */
function found(data: unknown, way: Way): Record<string, unknown>[] {
  let here: unknown[] = [data];
  for (const { field, type } of way) {
    here = here
      .flatMap((one) => [Object(one)[field.name]].flat(3))
      .filter((one) => Object(one).__typename === type);
  }
  // Only objects have a __typename, and the root is one.
  return here as Record<string, unknown>[];
}

function question(way: Way, inner: string, fillings: Fillings): string {
  return way.reduceRight(
    (text, { field, type }) => `${called(field, fillings)} { __typename ... on ${type} { ${text} } }`,
    inner,
  );
}

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isThere) : value !== null && value !== undefined;

export type Walked = {
  /** `Type.field` of everything a player may ask and has found something in. */
  readonly filled: ReadonlySet<string>;
  /** All they may ask of the types that were found. */
  readonly asked: ReadonlySet<string>;
  readonly answers: readonly { readonly way: string; readonly text: string }[];
};

type Found = { readonly field: Field; readonly values: readonly unknown[]; readonly text: string };

/** All fields of what stands at the end of a way: at once, or one by one where one of them spoils the answer of the others. */
async function askAll(
  ask: Ask,
  way: Way,
  fields: readonly Field[],
  fillings: Fillings,
  of: typeof fieldsForPlayers,
): Promise<Found[]> {
  const inner = (field: Field) =>
    `${called(field, fillings)}${everyLeaf(getNamedType(field.type).name, 0, fillings, of)}`;
  const { data, text, errors } = await ask(`{ ${question(way, fields.map(inner).join(' '), fillings)} }`);
  if (errors.length === 0 || fields.length === 1) {
    const there = found(data, way);
    return fields.map((field) => ({ field, values: there.map((one) => one[field.name]), text }));
  }
  const singly: Found[] = [];
  for (const field of fields) singly.push(...(await askAll(ask, way, [field], fillings, of)));
  return singly;
}

/** Whether all of a type is for others: players may ask none of its fields. */
export const isForOthers = (typeName: string): boolean => fieldsForPlayers(objectType(typeName)).length === 0;

/** The types a player can come to by fields they may ask, without nodes that are nobody's but others'. */
export function typesForPlayers(): ReadonlySet<string> {
  const seen = new Set(['Query']);
  for (const name of seen) {
    for (const field of fieldsForPlayers(objectType(name)))
      for (const type of membersOf(getNamedType(field.type).name))
        if (!isForOthers(type.name)) seen.add(type.name);
  }
  return seen;
}

/**
 * Asks for every field of everything there is, as far as `of` says (players: all they may ask), and goes on from whatever was found: the next type is reached
 * by a way on which it really stands.
 */
export async function walkFilled(ask: Ask, fillings: Fillings, of = fieldsForPlayers): Promise<Walked> {
  const filled = new Set<string>();
  const asked = new Set<string>();
  const answers: { way: string; text: string }[] = [];
  const ways = new Map<string, number>();
  const queue: { readonly type: string; readonly way: Way }[] = [{ type: 'Query', way: [] }];
  const isWanted = (name: string): boolean => {
    const gone = ways.get(name) ?? 0;
    const open = of(objectType(name)).some((field) => !filled.has(`${name}.${field.name}`));
    return gone === 0 || (open && gone < MOST_WAYS);
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { type: name, way } = next;
    if (!isWanted(name)) continue;
    ways.set(name, (ways.get(name) ?? 0) + 1);
    const fields = of(objectType(name));
    for (const field of fields) asked.add(`${name}.${field.name}`);
    for (const { field, values, text } of await askAll(ask, way, fields, fillings, of)) {
      answers.push({ way: [...way.map((one) => one.field.name), field.name].join('.'), text });
      if (values.some(isThere)) filled.add(`${name}.${field.name}`);
      for (const type of new Set(values.flat(3).flatMap((one) => Object(one).__typename ?? [])))
        if (isWanted(type)) queue.push({ type, way: [...way, { field, type }] });
    }
  }
  return { filled, asked, answers };
}
