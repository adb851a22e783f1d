import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { forbidden } from './forbidden.ts';
import { argumentGuard } from './guard-arguments.ts';
import { valueGuard } from './guard-values.ts';
import { campaignOfValue, ownershipOf } from './owned.ts';
import type { Rule } from './rule.ts';
import { ruleOf } from './rule-of.ts';
import type { Standing } from './standing.ts';
import { NOBODY } from './viewer.ts';
import { watchedStream } from './watched-stream.ts';

type Field = GraphQLField<unknown, Context>;
type Resolver = GraphQLFieldResolver<unknown, Context, Record<string, unknown>>;
/** Lets the field be asked or throws; gives the arguments the resolver is to see. */
type Gate = (
  parent: unknown,
  args: Record<string, unknown>,
  context: Context,
) => Promise<Record<string, unknown>>;

/** Puts the rules around every field of a schema: the one place where anything is allowed. */
export function guarded(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const type of types.filter(({ name }) => !name.startsWith('__'))) {
    for (const field of Object.values(type.getFields())) guardField(schema, type, field);
  }
  return schema;
}

function guardField(schema: GraphQLSchema, type: GraphQLObjectType, field: Field): void {
  const rule = ruleOf(type, field.name);
  const resolve: Resolver = field.resolve ?? defaultFieldResolver;
  const gate = gateOf(type, field, rule);
  const guardValue = valueGuard(field.type, schema);
  if (field.subscribe !== undefined) {
    const subscribe = gated(field.subscribe, `${type.name}.${field.name}`, rule, gate);
    field.subscribe = async (parent, args, context, info) =>
      watchedStream(await subscribe(parent, args, context, info), context);
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

function gated(resolve: Resolver, name: string, rule: Rule | null, gate: Gate | null): Resolver {
  return (parent, args, context, info) => {
    if (context.access.isUnbounded) return resolve(parent, args, context, info);
    if (!admits(rule, context)) throw forbidden(refusal(name, rule));
    if (gate === null) return resolve(parent, args, context, info);
    return gate(parent, args, context).then((known) => resolve(parent, known, context, info));
  };
}

/** What can be said without looking anything up. */
function admits(rule: Rule | null, { access }: Context): boolean {
  const { viewer, holds } = access;
  switch (rule) {
    case 'viewer':
      return viewer !== NOBODY;
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

function refusal(name: string, rule: Rule | null): string {
  if (rule === null || rule === 'admin') return `${name} is for admins.`;
  if (rule === 'reader' || rule === 'member' || rule === 'master' || rule === 'viewer') {
    return `${name}: you hold no role on this server.`;
  }
  if (rule === 'maker') return `${name} asks for the role gm or author, which you do not hold.`;
  return `${name} asks for the role ${rule}, which you do not hold.`;
}

/** What has to be looked up: what the viewer is in the campaign that the parent or the arguments belong to. */
function gateOf(type: GraphQLObjectType, { name, args }: Field, rule: Rule | null): Gate | null {
  const guardArguments = argumentGuard(`${type.name}.${name}`, args, rule);
  const looksAtParent = ownershipOf(type.name) !== null && (rule === 'master' || guardArguments !== null);
  if (guardArguments === null && !looksAtParent) return null;
  return async (parent, values, context) => {
    const standing = looksAtParent ? await standingOfParent(type.name, parent, context) : null;
    if (looksAtParent && rule === 'master' && standing?.role !== 'gm') {
      throw forbidden(`${type.name}.${name} is for the game master of the campaign.`);
    }
    return guardArguments === null ? values : guardArguments(values, context, standing);
  };
}

async function standingOfParent(
  typeName: string,
  parent: unknown,
  context: Context,
): Promise<Standing | null> {
  const campaignId = await campaignOfValue(typeName, parent, context);
  return campaignId === null ? null : context.access.standingIn(campaignId);
}
