import { encodeGlobalID } from '@pothos/plugin-relay';
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { findIdOwner } from '../access/owned-types.ts';
import { canContainLeaf, type InputField, visitArguments } from '../access/visit-arguments.ts';
import type { Context } from '../context.ts';
import { decodeGlobalId } from '../views/global-id.ts';
import { isRecordType, parseRecordKey } from '../views/record-id.ts';

type Field = GraphQLField<unknown, Context>;
type Resolver = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;
type NamedId = { readonly typename: string; readonly id: string };

/** Id that names no object. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * Accepts every id the API gives out wherever an id is asked for: the `id` of an object, or its id inside its pack or campaign. An
 * id of another kind, or no id at all, becomes one that names nothing, so that both are answered as an unknown id is.
 */
export function acceptGivenIds(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const names = new Set(types.map(({ name }) => name));
  const node = schema.getType('Node');
  const nodes = new Set(isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []);
  const toExpected = (value: string, input: InputField) => toExpectedId(value, input, { names, nodes });
  for (const type of types.filter(({ name }) => !name.startsWith('__'))) {
    for (const field of Object.values(type.getFields())) acceptInField(field, toExpected);
  }
  return schema;
}

function acceptInField(field: Field, toExpected: (value: string, input: InputField) => string): void {
  if (!field.args.some(({ type }) => canContainLeaf(type, ({ name }) => name === 'ID'))) return;
  const accept = (resolve: Resolver): Resolver => {
    return async (parent, args, context, info) => {
      const expected = await visitArguments(args, field.args, async (value, type, input) =>
        type.name === 'ID' ? toExpected(String(value), input) : value,
      );
      return resolve(parent, expected, context, info);
    };
  };
  // A subscription is given its arguments twice: when it begins, and again with every event.
  if (field.subscribe !== undefined) field.subscribe = accept(field.subscribe);
  field.resolve = accept(field.resolve ?? defaultFieldResolver);
}

type KnownTypes = { readonly names: ReadonlySet<string>; readonly nodes: ReadonlySet<string> };

function toExpectedId(value: string, { extensions }: InputField, { names, nodes }: KnownTypes): string {
  const named = decodeNamedId(value, names);
  // A plain argument takes ids inside a pack or campaign.
  if (extensions.isRelayGlobalID !== true) return named === null ? value : (toPlainId(named) ?? value);
  const targets = readTargets(extensions.relayGlobalIDFor) ?? [...nodes];
  const [first = ''] = targets;
  if (named === null) return encodeGlobalID(first, value === '' ? NOTHING : value);
  return targets.includes(named.typename) ? value : encodeGlobalID(first, NOTHING);
}

function decodeNamedId(value: string, names: ReadonlySet<string>): NamedId | null {
  const named = decodeGlobalId(value);
  return named !== null && names.has(named.typename) ? named : null;
}

/** Returns the id inside the pack or campaign; null for objects that have none. */
function toPlainId({ typename, id }: NamedId): string | null {
  if (isRecordType(typename)) return parseRecordKey(id)?.recordId ?? null;
  return findIdOwner(typename) === null ? id : null;
}

/** Reads the types whose ids an argument takes, as the relay plugin keeps them; null when it takes the id of any node. */
function readTargets(kept: unknown): readonly string[] | null {
  // The plugin keeps a list of `{ typename }`.
  return Array.isArray(kept)
    ? (kept as readonly { typename: string }[]).map(({ typename }) => typename)
    : null;
}
