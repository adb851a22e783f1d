import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Looks at one value of the arguments and says what is to stand in its place. */
export type VisitLeaf = (value: unknown, type: GraphQLLeafType) => Promise<unknown>;

/** Whether values of this type can hold a leaf that is looked for, however deep. */
export function canHold(
  type: GraphQLInputType,
  isLookedFor: (leaf: GraphQLLeafType) => boolean,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (isNonNullType(type) || isListType(type)) return canHold(type.ofType, isLookedFor, seen);
  if (isLeafType(type)) return isLookedFor(type);
  if (seen.has(type.name)) return false;
  const known = new Set([...seen, type.name]);
  return Object.values(type.getFields()).some((field) => canHold(field.type, isLookedFor, known));
}

/** The same arguments with every leaf replaced by what its visit gave. */
export async function visitArguments(
  values: Readonly<Record<string, unknown>>,
  args: readonly GraphQLArgument[],
  visit: VisitLeaf,
): Promise<Record<string, unknown>> {
  const visited = args
    .filter(({ name }) => Object.hasOwn(values, name))
    .map(async ({ name, type }) => [name, await visitValue(values[name], type, visit)] as const);
  return { ...values, ...Object.fromEntries(await Promise.all(visited)) };
}

async function visitValue(value: unknown, type: GraphQLInputType, visit: VisitLeaf): Promise<unknown> {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return visitValue(value, type.ofType, visit);
  if (isListType(type)) {
    return Array.isArray(value)
      ? Promise.all(value.map((item) => visitValue(item, type.ofType, visit)))
      : visitValue(value, type.ofType, visit);
  }
  if (!isInputObjectType(type)) return visit(value, type);
  // What the executor made of an input object is a plain record by the names of its fields.
  const record = value as Record<string, unknown>;
  const fields = Object.values(type.getFields()).filter(({ name }) => Object.hasOwn(record, name));
  const visited = fields.map(
    async (field) => [field.name, await visitValue(record[field.name], field.type, visit)] as const,
  );
  return { ...record, ...Object.fromEntries(await Promise.all(visited)) };
}
