import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isRole } from '#engine/domain/roles.ts';
import type { Context } from '../context.ts';
import { createForbiddenError } from '../errors.ts';
import type { CampaignMembership } from './access.ts';
import type { AccessRule } from './field-rules.ts';
import { findOwnership } from './owned-types.ts';

/** Visits one value of the arguments and returns its replacement. */
type VisitLeaf = (value: unknown, type: GraphQLLeafType) => Promise<unknown>;

/** Checks whether values of this type can contain a matching leaf at any depth. */
function canContainLeaf(
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
async function visitArguments(
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
  // The executor turns an input object into a plain record by the names of its fields.
  const record = value as Record<string, unknown>;
  const fields = Object.values(type.getFields()).filter(({ name }) => Object.hasOwn(record, name));
  const visited = fields.map(
    async (field) => [field.name, await visitValue(record[field.name], field.type, visit)] as const,
  );
  return { ...record, ...Object.fromEntries(await Promise.all(visited)) };
}

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

/** Checks whether the arguments of a field can name objects that belong to a campaign. */
export function hasIdArguments(args: readonly GraphQLArgument[]): boolean {
  return args.some(({ type }) => canContainLeaf(type, isId));
}

/**
 * Replaces ids from campaigns the viewer is no member of by the id of nothing, before any resolver sees them. The answer is then
 * the one for an absent object, because only this guard knows the difference.
 */
export function createArgumentGuard(
  name: string,
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
    if (unmet !== null) throw createForbiddenError(`${name} is for ${WHO[unmet]} of the campaign.`);
    const refused = roles.find((role) => !mayActAs(role, context, standings));
    if (refused !== undefined) throw createForbiddenError(`${name}: you may not ask as ${refused}.`);
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
  const named = decoded(globalId);
  const ownership = named === null ? null : findOwnership(named.typename);
  if (named === null || ownership === null) return globalId;
  const campaignId = await ownership.ofId(named.id, context);
  const standing = campaignId === null ? null : await context.access.standingIn(campaignId);
  standings.push(standing);
  return standing === null ? encodeGlobalID(named.typename, NOTHING) : globalId;
}

function decoded(globalId: string): { readonly typename: string; readonly id: string } | null {
  try {
    return decodeGlobalID(globalId);
  } catch {
    // Not an id of this API: the resolver of the field reports that.
    return null;
  }
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
