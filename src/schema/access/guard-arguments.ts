import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay';
import type { GraphQLArgument, GraphQLLeafType } from 'graphql';
import { isRole } from '#engine/domain/roles.ts';
import type { Context } from '../context.ts';
import { forbidden } from './forbidden.ts';
import { canHold, visitArguments } from './input-walk.ts';
import { ownershipOf } from './owned.ts';
import type { Rule } from './rule.ts';
import type { Standing } from './standing.ts';

type Arguments = Record<string, unknown>;

/** Checks the arguments of a field, and gives them without what the viewer must not know of. */
export type ArgumentGuard = (
  args: Arguments,
  context: Context,
  parentStanding: Standing | null,
) => Promise<Arguments>;

/** The id of nothing. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
/** The enum with which clients say in which role they ask. What they say is held against what they are. */
const ROLE_TYPE = 'ActingAs';

const isId = ({ name }: GraphQLLeafType) => name === 'ID';
const isConcern = (leaf: GraphQLLeafType) => isId(leaf) || leaf.name === ROLE_TYPE;

/** Whether the arguments of a field can name things that belong to a campaign. */
export function takesIds(args: readonly GraphQLArgument[]): boolean {
  return args.some(({ type }) => canHold(type, isId));
}

/**
 * An id of something that belongs to a campaign the viewer has no part in is replaced by the id of nothing before any resolver sees
 * it: the answer is then exactly the one for a thing that does not exist, because nobody but this guard knows that it does.
 */
export function argumentGuard(
  name: string,
  args: readonly GraphQLArgument[],
  rule: Rule | null,
): ArgumentGuard | null {
  if (!args.some(({ type }) => canHold(type, isConcern))) return null;
  return async (values, context, parentStanding) => {
    const standings: (Standing | null)[] = parentStanding === null ? [] : [parentStanding];
    const roles: string[] = [];
    const guarded = await visitArguments(values, args, async (value, type) => {
      if (type.name === ROLE_TYPE) roles.push(String(value));
      if (!isId(type)) return value;
      return known(String(value), context, standings);
    });
    const unmet = unmetRule(rule, standings);
    if (unmet !== null) throw forbidden(`${name} is for ${WHO[unmet]} of the campaign.`);
    const refused = roles.find((role) => !mayActAs(role, context, standings));
    if (refused !== undefined) throw forbidden(`${name}: you may not ask as ${refused}.`);
    return guarded;
  };
}

const WHO = { member: 'the members', master: 'the game master' } as const;

/** A rule about a campaign is met by naming one. What is named and hidden is for the resolver not to find. */
function unmetRule(rule: Rule | null, standings: readonly (Standing | null)[]): keyof typeof WHO | null {
  const isMastered = standings.every((one) => (one?.role ?? 'gm') === 'gm');
  // Whoever holds the role and names a campaign has to be its game master.
  if (rule === 'gm') return isMastered ? null : 'master';
  if (rule !== 'member' && rule !== 'master') return null;
  return standings.length > 0 && (rule === 'member' || isMastered) ? null : rule;
}

/** The id itself, or the id of nothing. Adds what the viewer is in the campaign it leads to, null for nothing. */
async function known(globalId: string, context: Context, standings: (Standing | null)[]): Promise<string> {
  const named = decoded(globalId);
  const ownership = named === null ? null : ownershipOf(named.typename);
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
    // Not an id of ours: whoever takes the argument says so.
    return null;
  }
}

function mayActAs(role: string, { access }: Context, standings: readonly (Standing | null)[]): boolean {
  if (role === 'player') return access.viewer.roles.size > 0;
  if (role === 'gm' && standings.length > 0) return standings.every((one) => (one?.role ?? 'gm') === 'gm');
  return isRole(role) && access.holds(role);
}
