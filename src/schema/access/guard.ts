import { encodeGlobalID } from '@pothos/plugin-relay';
import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isRole } from '#engine/domain/roles.ts';
import type { Context } from '../context.ts';
import { createForbiddenError, createHiddenError } from '../errors.ts';
import { LiveSource } from '../transport/live-source.ts';
import { decodeGlobalId } from '../views/global-id.ts';
import type { CampaignMembership } from './access.ts';
import { AccessRefused, createDenial, describeField, explainRefusal, throwDenial } from './denial.ts';
import { type AccessRule, findRule, findTypeRule } from './field-rules.ts';
import { findIdOwner, findOwnership, findOwningCampaign } from './owned-types.ts';
import { narrowView, resolveEachId } from './view-as.ts';
import { ANONYMOUS_VIEWER } from './viewer.ts';
import { canContainLeaf, visitArguments } from './visit-arguments.ts';

type Arguments = Record<string, unknown>;

/** Checks the arguments of a field, and returns them without ids the viewer must not know. */
type ArgumentGuard = (
  args: Arguments,
  context: Context,
  parentStanding: CampaignMembership | null,
) => Promise<Arguments>;

/** Id that names no object. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
/** Enum with which clients name the role they ask in. The guard compares it with the viewer's roles. */
const ROLE_TYPE = 'ActingAs';

const isId = ({ name }: GraphQLLeafType) => name === 'ID';
const isConcern = (leaf: GraphQLLeafType) => isId(leaf) || leaf.name === ROLE_TYPE;

/**
 * Replaces ids from campaigns the viewer is no member of by the id of nothing, before any resolver sees them. The answer is then
 * the one for an absent object, because only this guard knows the difference.
 */
function createArgumentGuard(
  args: readonly GraphQLArgument[],
  rule: AccessRule | null,
): ArgumentGuard | null {
  if (!args.some(({ type }) => canContainLeaf(type, isConcern))) return null;
  return async (values, context, parentStanding) => {
    const standings: (CampaignMembership | null)[] = parentStanding === null ? [] : [parentStanding];
    const roles: string[] = [];
    const guarded = await visitArguments(values, args, async (value, type) => {
      if (type.name === ROLE_TYPE) roles.push(String(value));
      if (!isId(type)) return value;
      return known(String(value), context, standings);
    });
    const unmet = unmetRule(rule, standings);
    if (unmet !== null) throw new AccessRefused(`This is for ${WHO[unmet]} of the campaign.`);
    const refused = roles.find((role) => !mayActAs(role, context, standings));
    if (refused !== undefined) throw new AccessRefused(`You may not ask as ${refused}.`);
    return guarded;
  };
}

const WHO = { member: 'the members', master: 'the game master' } as const;

/**
 * Returns the unmet rule; null when it is met. A rule about a campaign is met by naming one; the resolver then does not find a
 * hidden one.
 */
function unmetRule(
  rule: AccessRule | null,
  standings: readonly (CampaignMembership | null)[],
): keyof typeof WHO | null {
  const isMastered = standings.every((one) => (one?.role ?? 'gm') === 'gm');
  // A viewer who holds the role and names a campaign has to be its game master.
  if (rule === 'gm') return isMastered ? null : 'master';
  if (rule !== 'member' && rule !== 'master') return null;
  return standings.length > 0 && (rule === 'member' || isMastered) ? null : rule;
}

/** Returns the id itself, or the id of nothing. Adds the viewer's membership in its campaign to the list, null for none. */
async function known(
  globalId: string,
  context: Context,
  standings: (CampaignMembership | null)[],
): Promise<string> {
  const named = decodeGlobalId(globalId);
  const findOwner = named === null ? null : findIdOwner(named.typename);
  if (named === null || findOwner === null) return globalId;
  const campaignId = await findOwner(named.id, context);
  const standing = campaignId === null ? null : await context.access.standingIn(campaignId);
  standings.push(standing);
  return standing === null ? encodeGlobalID(named.typename, NOTHING) : globalId;
}

function mayActAs(
  role: string,
  { access }: Context,
  standings: readonly (CampaignMembership | null)[],
): boolean {
  if (role === 'player') return access.viewer.roles.size > 0;
  if (role === 'gm' && standings.length > 0) return standings.every((one) => (one?.role ?? 'gm') === 'gm');
  return isRole(role) && access.holds(role);
}

/** Removes objects from an answer that the viewer must not know. */
type ValueGuard = (value: unknown, context: Context, info: GraphQLResolveInfo) => Promise<unknown>;

/** Creates the guard for the values of a field; null when none of them can belong to a campaign. */
function createValueGuard(type: GraphQLOutputType, schema: GraphQLSchema): ValueGuard | null {
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
  const rule = findTypeRule(typeName);
  if (rule !== null && !admits(rule, context)) return false;
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

/**
 * Ends a subscription when the credential it began with is no longer valid. A `LiveSource` checks that itself, together with the
 * viewer's membership in the campaign.
 */
function withAccessRecheck(source: unknown, context: Context): unknown {
  if (source instanceof LiveSource || !isStream(source)) return source;
  return whileGood(source, context);
}

/** Forwards the end of a subscription at once: a generator in between would end its source only at the next event. */
function whileGood(source: AsyncIterable<unknown>, { access }: Context): AsyncIterableIterator<unknown> {
  const events = source[Symbol.asyncIterator]();
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await events.return?.();
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      const event = await events.next();
      if (event.done === true) return event;
      try {
        if (await access.isStillGood()) return event;
      } catch (error) {
        await end();
        throw error;
      }
      await end();
      throw createForbiddenError('Your credential is no longer good.');
    },
    return: end,
    throw: async (error) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function isStream(source: unknown): source is AsyncIterable<unknown> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
}

type Field = GraphQLField<unknown, Context>;
type Resolver = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;
/** Admits the call of a field or throws `AccessRefused`. Returns the arguments the resolver is to see. */
type Gate = (
  parent: unknown,
  args: Record<string, unknown>,
  context: Context,
) => Promise<Record<string, unknown>>;

/** Wraps every field of a schema in its access rule. No other place grants access. */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const type of types.filter(({ name }) => !name.startsWith('__'))) {
    for (const field of Object.values(type.getFields())) guardField(schema, type, field);
  }
  return schema;
}

function guardField(schema: GraphQLSchema, type: GraphQLObjectType, field: Field): void {
  const rule = findRule(type, field.name);
  const resolve: Resolver = field.resolve ?? defaultFieldResolver;
  const gate = gateOf(type, field, rule);
  const guardValue = createValueGuard(field.type, schema);
  const deny = createDenial(field.type, rule);
  field.description = describeField(field.description, field.type, rule);
  if (field.subscribe !== undefined) {
    const subscribe = gated(field.subscribe, rule, gate, throwDenial);
    field.subscribe = async (parent, args, context, info) => {
      const viewed = narrowView(context, info);
      return withAccessRecheck(await subscribe(parent, args, viewed, info), viewed);
    };
    return;
  }
  if (rule === 'holder' && gate === null && guardValue === null) {
    const plain = field.resolve;
    if (plain === undefined) return;
    field.resolve = (parent, args, context, info) => plain(parent, args, narrowView(context, info), info);
    return;
  }
  const opened = gated(resolve, rule, gate, deny);
  field.resolve = (parent, args, given, info) => {
    const context = narrowView(given, info);
    if (guardValue === null) return opened(parent, args, context, info);
    return context.access.isUnbounded
      ? resolve(parent, args, context, info)
      : guardValue(opened(parent, args, context, info), context, info);
  };
  if (type.name === 'Query' && field.name === 'nodes') field.resolve = resolveEachId(field.resolve);
}

function gated(
  resolve: Resolver,
  rule: AccessRule | null,
  gate: Gate | null,
  deny: (message: string) => unknown,
): Resolver {
  return (parent, args, context, info) => {
    if (context.access.isUnbounded) return resolve(parent, args, context, info);
    if (!admits(rule, context)) return deny(explainRefusal(rule));
    if (gate === null) return resolve(parent, args, context, info);
    return gate(parent, args, context).then(
      (known) => resolve(parent, known, context, info),
      (error: unknown) => {
        if (error instanceof AccessRefused) return deny(error.message);
        throw error;
      },
    );
  };
}

/** Checks the part of a rule that needs no lookup. */
function admits(rule: AccessRule | null, { access }: Context): boolean {
  const { viewer, holds } = access;
  switch (rule) {
    case 'viewer':
      return viewer !== ANONYMOUS_VIEWER;
    case 'reader':
    case 'member':
    case 'master':
      return viewer.roles.size > 0;
    case 'maker':
      return holds('gm') || holds('author');
    case 'holder':
      return true;
    default:
      return holds(rule ?? 'admin');
  }
}

/**
 * Creates the check that needs a lookup: the viewer's membership in the campaign of the parent or the arguments. Returns null
 * when no lookup is needed.
 */
function gateOf(type: GraphQLObjectType, { args }: Field, rule: AccessRule | null): Gate | null {
  const guardArguments = createArgumentGuard(args, rule);
  const looksAtParent = findOwnership(type.name) !== null && (rule === 'master' || guardArguments !== null);
  if (guardArguments === null && !looksAtParent) return null;
  return async (parent, values, context) => {
    const standing = looksAtParent ? await standingOfParent(type.name, parent, context) : null;
    if (looksAtParent && rule === 'master' && standing?.role !== 'gm') {
      throw new AccessRefused(explainRefusal(rule));
    }
    return guardArguments === null ? values : guardArguments(values, context, standing);
  };
}

async function standingOfParent(
  typeName: string,
  parent: unknown,
  context: Context,
): Promise<CampaignMembership | null> {
  const campaignId = await findOwningCampaign(typeName, parent, context);
  return campaignId === null ? null : context.access.standingIn(campaignId);
}
