import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';

/** Visits one value of the arguments and returns its replacement. */
type VisitLeaf = (value: unknown, type: GraphQLLeafType, input: InputField) => Promise<unknown>;

/** Argument or input field that holds the value. */
export type InputField = Pick<GraphQLArgument, 'name' | 'type' | 'extensions'>;

/** Checks whether values of this type can contain a matching leaf at any depth. */
export function canContainLeaf(
  type: GraphQLInputType,
  isLookedFor: (leaf: GraphQLLeafType) => boolean,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (isNonNullType(type) || isListType(type)) return canContainLeaf(type.ofType, isLookedFor, seen);
  if (isLeafType(type)) return isLookedFor(type);
  if (seen.has(type.name)) return false;
  const known = new Set([...seen, type.name]);
  return Object.values(type.getFields()).some((field) => canContainLeaf(field.type, isLookedFor, known));
}

/** Returns the arguments with every leaf replaced by the result of its visit. */
export async function visitArguments(
  values: Readonly<Record<string, unknown>>,
  args: readonly InputField[],
  visit: VisitLeaf,
): Promise<Record<string, unknown>> {
  const visited = args
    .filter(({ name }) => Object.hasOwn(values, name))
    .map(
      async (input) => [input.name, await visitValue(values[input.name], input.type, input, visit)] as const,
    );
  return { ...values, ...Object.fromEntries(await Promise.all(visited)) };
}

async function visitValue(
  value: unknown,
  type: GraphQLInputType,
  input: InputField,
  visit: VisitLeaf,
): Promise<unknown> {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return visitValue(value, type.ofType, input, visit);
  if (isListType(type)) {
    return Array.isArray(value)
      ? Promise.all(value.map((item) => visitValue(item, type.ofType, input, visit)))
      : visitValue(value, type.ofType, input, visit);
  }
  if (!isInputObjectType(type)) return visit(value, type, input);
  // The executor turns an input object into a plain record by the names of its fields.
  const record = value as Record<string, unknown>;
  const fields = Object.values(type.getFields()).filter(({ name }) => Object.hasOwn(record, name));
  const visited = fields.map(
    async (field) => [field.name, await visitValue(record[field.name], field.type, field, visit)] as const,
  );
  return { ...record, ...Object.fromEntries(await Promise.all(visited)) };
}
