import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { createForbiddenError } from '../errors.ts';
import { LiveSource } from '../transport/live-source.ts';
import type { CampaignMembership } from './access.ts';
import { type AccessRule, findRule } from './field-rules.ts';
import { createArgumentGuard } from './guard-arguments.ts';
import { createValueGuard } from './guard-values.ts';
import { findOwnership, findOwningCampaign } from './owned-types.ts';
import { ANONYMOUS_VIEWER } from './viewer.ts';

/**
 * Ends a subscription when the credential it began with is no longer valid. A `LiveSource` checks that itself, together with the
 * viewer's membership in the campaign.
 */
function withAccessRecheck(source: unknown, context: Context): unknown {
  if (source instanceof LiveSource || !isStream(source)) return source;
  return whileGood(source, context);
}

async function* whileGood(source: AsyncIterable<unknown>, { access }: Context): AsyncGenerator<unknown> {
  for await (const event of source) {
    if (!(await access.isStillGood())) throw createForbiddenError('Your credential is no longer good.');
    yield event;
  }
}

function isStream(source: unknown): source is AsyncIterable<unknown> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
}

type Field = GraphQLField<unknown, Context>;
type Resolver = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;
/** Admits the call of a field or throws. Returns the arguments the resolver is to see. */
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
  if (field.subscribe !== undefined) {
    const subscribe = gated(field.subscribe, `${type.name}.${field.name}`, rule, gate);
    field.subscribe = async (parent, args, context, info) =>
      withAccessRecheck(await subscribe(parent, args, context, info), context);
    return;
  }
  if (rule === 'holder' && gate === null && guardValue === null) return;
  const opened = gated(resolve, `${type.name}.${field.name}`, rule, gate);
  field.resolve =
    guardValue === null
      ? opened
      : (parent, args, context, info) =>
          context.access.isUnbounded
            ? resolve(parent, args, context, info)
            : guardValue(opened(parent, args, context, info), context, info);
}

function gated(resolve: Resolver, name: string, rule: AccessRule | null, gate: Gate | null): Resolver {
  return (parent, args, context, info) => {
    if (context.access.isUnbounded) return resolve(parent, args, context, info);
    if (!admits(rule, context)) throw createForbiddenError(refusal(name, rule));
    if (gate === null) return resolve(parent, args, context, info);
    return gate(parent, args, context).then((known) => resolve(parent, known, context, info));
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

function refusal(name: string, rule: AccessRule | null): string {
  if (rule === null || rule === 'admin') return `${name} is for admins.`;
  if (rule === 'reader' || rule === 'member' || rule === 'master' || rule === 'viewer') {
    return `${name}: you hold no role on this server.`;
  }
  if (rule === 'maker') return `${name} asks for the role gm or author, which you do not hold.`;
  return `${name} asks for the role ${rule}, which you do not hold.`;
}

/**
 * Creates the check that needs a lookup: the viewer's membership in the campaign of the parent or the arguments. Returns null
 * when no lookup is needed.
 */
function gateOf(type: GraphQLObjectType, { name, args }: Field, rule: AccessRule | null): Gate | null {
  const guardArguments = createArgumentGuard(`${type.name}.${name}`, args, rule);
  const looksAtParent = findOwnership(type.name) !== null && (rule === 'master' || guardArguments !== null);
  if (guardArguments === null && !looksAtParent) return null;
  return async (parent, values, context) => {
    const standing = looksAtParent ? await standingOfParent(type.name, parent, context) : null;
    if (looksAtParent && rule === 'master' && standing?.role !== 'gm') {
      throw createForbiddenError(`${type.name}.${name} is for the game master of the campaign.`);
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
