import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '#schema/schema.ts';
import { ask } from './graphql-clients.ts';

const DEPTH = 4;

/** A field that has to be asked for in a role is not for players. */
const isForPlayers = (field: GraphQLField<unknown, unknown>) =>
  !field.args.some(
    ({ name }) => name === 'as' && isNonNullType(field.args.find((arg) => arg.name === 'as')?.type),
  );

const isList = (type: GraphQLOutputType): boolean =>
  isListType(type) || (isNonNullType(type) && isList(type.ofType));

/** Everything a player can ask of a type, as deep as it makes sense. */
function everythingOf(typeName: string, depth = DEPTH, seen: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (isInterfaceType(type) || isUnionType(type)) {
    const parts = schema
      .getPossibleTypes(type)
      .filter(({ name }) => !seen.includes(name))
      .map(({ name }) => `... on ${name} { ${everythingOf(name, depth, seen)} }`);
    return ['__typename', ...parts].join(' ');
  }
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(isForPlayers);
  const asked = fields.map((field) => askedOf(field, typeName, depth, seen));
  return ['__typename', ...asked].filter((text) => text !== '').join(' ');
}

function askedOf(
  field: GraphQLField<unknown, unknown>,
  owner: string,
  depth: number,
  seen: readonly string[],
): string {
  const named = getNamedType(field.type);
  // One alias for every owner: types behind an interface may give the same name another nullability.
  const alias = `${owner}_${field.name}: ${field.name}`;
  if (!isCompositeType(named)) return alias;
  if (depth === 0 || seen.includes(named.name)) return '';
  const inner = everythingOf(named.name, depth - 1, [...seen, owner]);
  const args = field.args.some(({ name }) => name === 'first') ? '(first: 100)' : '';
  return inner === '' ? '' : `${alias}${args} { ${inner} }`;
}

type Connection = { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** Everything a player reads who asks a connection of the query for all there is, page by page. */
export async function readAll(url: string, field: string): Promise<string[]> {
  const query = schema.getQueryType()?.getFields()[field];
  if (query === undefined) throw new Error(`there is no query ${field}`);
  const connection = schema.getType(getNamedType(query.type).name);
  const nodes = isObjectType(connection) ? connection.getFields().nodes : undefined;
  if (nodes === undefined || !isList(nodes.type)) throw new Error(`${field} is no connection`);
  const selection = everythingOf(getNamedType(nodes.type).name);
  const read: string[] = [];
  let after: string | null = null;
  do {
    const page: { page: Connection } = await ask(
      url,
      `query ($after: String) { page: ${field}(first: 25, after: $after) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      } }`,
      { after },
    );
    read.push(...page.page.nodes.map((node) => JSON.stringify(node)));
    after = page.page.pageInfo.hasNextPage ? page.page.pageInfo.endCursor : null;
  } while (after !== null);
  return read;
}

/** Everything a player reads of a list or a single thing of the query. */
export async function readWhole(url: string, field: string): Promise<string> {
  const query = schema.getQueryType()?.getFields()[field];
  if (query === undefined) throw new Error(`there is no query ${field}`);
  return JSON.stringify(await ask(url, `{ ${field} { ${everythingOf(getNamedType(query.type).name)} } }`));
}

/** The root fields a player can ask without naming anything. */
export function openQueries(): string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter((field) => isForPlayers(field) && field.args.every(({ type }) => !isNonNullType(type)))
    .map(({ name }) => name);
}
