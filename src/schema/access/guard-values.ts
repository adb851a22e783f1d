import {
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Context } from '../context.ts';
import { createHiddenError } from '../errors.ts';
import { findOwnership, findOwningCampaign } from './owned-types.ts';

/** Removes objects from an answer that the viewer must not know. */
export type ValueGuard = (value: unknown, context: Context, info: GraphQLResolveInfo) => Promise<unknown>;

/** Creates the guard for the values of a field; null when none of them can belong to a campaign. */
export function createValueGuard(type: GraphQLOutputType, schema: GraphQLSchema): ValueGuard | null {
  const named = getNamedType(type);
  const possible = isAbstractType(named)
    ? schema.getPossibleTypes(named).map(({ name }) => name)
    : [named.name];
  if (!possible.some((name) => findOwnership(name) !== null)) return null;
  return (value, context, info) => shown(value, type, context, info);
}

async function shown(
  value: unknown,
  type: GraphQLOutputType,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const settled = await value;
  if (settled === null || settled === undefined || settled instanceof Error) return settled;
  if (isNonNullType(type)) {
    const answer = await shown(settled, type.ofType, context, info);
    // Only a mistake in a resolver leads here: a required value came from a campaign of others.
    if (answer === null) throw createHiddenError();
    return answer;
  }
  if (isListType(type)) return shownItems(settled, type.ofType, context, info);
  return (await isVisible(settled, type, context, info)) ? settled : null;
}

async function shownItems(
  list: unknown,
  itemType: GraphQLOutputType,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  // A field of a list type that gave no list is a fault of its resolver, which the executor names.
  if (!Array.isArray(list)) return list;
  const bare = isNonNullType(itemType) ? itemType.ofType : itemType;
  const items = await Promise.all(list.map((item) => shown(item, bare, context, info)));
  return isNonNullType(itemType) ? items.filter((item) => item !== null) : items;
}

async function isVisible(
  value: unknown,
  type: GraphQLOutputType,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<boolean> {
  const typeName = await typeNameOf(value, type, context, info);
  if (typeName === null) return false;
  if (findOwnership(typeName) === null) return true;
  const campaignId = await findOwningCampaign(typeName, value, context);
  return campaignId !== null && (await context.access.standingIn(campaignId)) !== null;
}

async function typeNameOf(
  value: unknown,
  type: GraphQLOutputType,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<string | null> {
  const named = getNamedType(type);
  if (!isAbstractType(named)) return named.name;
  const resolved = await named.resolveType?.(value, context, info, named);
  return resolved ?? null;
}
