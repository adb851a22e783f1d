import type { MemberRole, Role } from '#engine/domain/roles.ts';
import type { CampaignBounds } from '#engine/store/campaigns.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import { PLAYER_VIEW } from '../views/global-id.ts';
import type { Viewer } from './viewer.ts';

/** Role and persona of a viewer in a campaign, from their credential and the list of members. */
export type CampaignMembership = {
  readonly role: MemberRole;
  /** Persona they play, by its id inside the campaign; null when they play none. */
  readonly personaId: string | null;
};

/**
 * Returns the membership of a viewer; null when the campaign must look absent to them. A credential only takes rights away: a
 * game master with a player's token is a player while using it.
 */
export function findMembership(
  { id, roles, campaignIds }: Viewer,
  campaignId: string,
  members: readonly MemberRecord[],
): CampaignMembership | null {
  if (campaignIds !== null && !campaignIds.has(campaignId)) return null;
  const member = members.find(({ viewerId }) => viewerId === id);
  const personaId = member?.personaId ?? null;
  if (roles.has('admin')) return { role: 'gm', personaId };
  if (member === undefined) return null;
  if (roles.has('gm')) return { role: member.role, personaId };
  return roles.has('player') ? { role: 'player', personaId } : null;
}

/** Lists the personas a viewer may speak for: their own, and for a game master those no other member plays. */
export function findPlayablePersonas(
  viewerId: string,
  { role, personaId }: CampaignMembership,
  personas: readonly string[],
  members: readonly MemberRecord[],
): readonly string[] {
  if (role === 'player') return personas.filter((id) => id === personaId);
  const others = members.filter((member) => member.viewerId !== viewerId);
  return personas.filter((id) => !others.some((member) => member.personaId === id));
}

/** Checks whether the rights of a viewer are unchanged since a long-running operation began. Reads the store each time. */
type AccessRecheck = {
  readonly isStillGood: (viewer: Viewer) => Promise<boolean>;
  /** Whether role and persona in the campaign are unchanged: another role or persona sees other things. */
  readonly stillStands: (
    viewer: Viewer,
    campaignId: string,
    standing: CampaignMembership,
  ) => Promise<boolean>;
};

export function createAccessRecheck(
  { tokens, members }: Pick<Store, 'tokens' | 'members'>,
  clock: Clock,
): AccessRecheck {
  const isStillGood = async ({ expiresAt, tokenId }: Viewer): Promise<boolean> => {
    if (expiresAt !== null && expiresAt <= clock()) return false;
    if (tokenId === null) return true;
    const [token] = await tokens.findMany([tokenId]);
    return token !== undefined && token.revokedAt === null && token.expiresAt > clock();
  };
  return {
    isStillGood,
    stillStands: async (viewer, campaignId, { role, personaId }) => {
      if (!(await isStillGood(viewer))) return false;
      const now = findMembership(viewer, campaignId, await members.ofCampaigns([campaignId]));
      return now?.role === role && now.personaId === personaId;
    },
  };
}

/** Rights of the viewer, as resolvers may query them. Resolvers decide no rules: the guard has applied them before. */
export type Access = {
  readonly viewer: Viewer;
  /** Whether nothing is hidden from the viewer: an admin whose credential names no campaigns, or the owner of the machine. */
  readonly isUnbounded: boolean;
  /** View that ids of an answer carry: a persona's, or `PLAYER_VIEW`. Null in the viewer's own view, whose ids carry none. */
  readonly idView: string | null;
  readonly holds: (role: Role) => boolean;
  /** Returns the viewer's membership in a campaign; null when the campaign must look absent to them. */
  readonly standingIn: (campaignId: string) => Promise<CampaignMembership | null>;
  /** Returns the membership in the campaign of a session. */
  readonly standingAt: (sessionId: string) => Promise<CampaignMembership | null>;
  /** Campaigns that lists may show to the viewer. */
  readonly bounds: CampaignBounds;
  /** Checks again whether the credential is valid. */
  readonly isStillGood: () => Promise<boolean>;
  /**
   * Checks again, without a cache, whether the credential is valid and the membership unchanged. Used by operations that outlast
   * a request.
   */
  readonly stillStands: (campaignId: string, standing: CampaignMembership) => Promise<boolean>;
};

/** Reads with which a viewer's membership is determined. */
type AccessReads = {
  readonly members: (campaignId: string) => Promise<readonly MemberRecord[]>;
  readonly campaignOfSession: (sessionId: string) => Promise<string | null>;
  /** Returns the personas of a campaign where it stands. */
  readonly personas: (campaignId: string) => Promise<readonly string[]>;
  readonly recheck: AccessRecheck;
};

/** Roles that satisfy a required role. */
const HOLDERS: Readonly<Record<Role, readonly Role[]>> = {
  player: ['player', 'gm', 'admin'],
  gm: ['gm', 'admin'],
  author: ['author', 'admin'],
  admin: ['admin'],
};

export function createAccess(
  viewer: Viewer,
  { members, campaignOfSession, recheck }: Omit<AccessReads, 'personas'>,
): Access {
  const isUnbounded = viewer.roles.has('admin') && viewer.campaignIds === null;
  const standingIn = async (campaignId: string) =>
    findMembership(viewer, campaignId, await members(campaignId));
  return {
    viewer,
    isUnbounded,
    idView: null,
    holds: (role) => HOLDERS[role].some((one) => viewer.roles.has(one)),
    standingIn,
    standingAt: async (sessionId) => {
      const campaignId = await campaignOfSession(sessionId);
      return campaignId === null ? null : standingIn(campaignId);
    },
    bounds: boundsOf(viewer),
    isStillGood: () => recheck.isStillGood(viewer),
    stillStands: (campaignId, standing) => recheck.stillStands(viewer, campaignId, standing),
  };
}

/**
 * Creates the access of a viewer who asks to see everything as a player. It only takes rights away. A game master sees as the named
 * persona, else as their own, else as the first that no other member plays. A campaign without the named persona looks absent.
 */
export function createPlayerAccess(viewer: Viewer, reads: AccessReads, named: string | null): Access {
  const roles = new Set<Role>(viewer.roles.size > 0 ? ['player'] : []);
  const asPlayer = createAccess({ ...viewer, roles }, reads);
  // A player has one view only.
  const hasTwoViews = viewer.roles.has('gm') || viewer.roles.has('admin');
  const own = async (campaignId: string) =>
    findMembership(viewer, campaignId, await reads.members(campaignId));
  const standingIn = async (campaignId: string): Promise<CampaignMembership | null> => {
    const membership = await own(campaignId);
    if (membership === null) return null;
    if (membership.role === 'player') return membership;
    const [personas, members] = await Promise.all([reads.personas(campaignId), reads.members(campaignId)]);
    if (named !== null) return personas.includes(named) ? { role: 'player', personaId: named } : null;
    const [free = null] = findPlayablePersonas(viewer.id, membership, personas, members);
    return { role: 'player', personaId: membership.personaId ?? free };
  };
  return {
    ...asPlayer,
    idView: hasTwoViews ? (named ?? PLAYER_VIEW) : null,
    bounds: boundsOf(viewer),
    standingIn,
    standingAt: async (sessionId) => {
      const campaignId = await reads.campaignOfSession(sessionId);
      return campaignId === null ? null : standingIn(campaignId);
    },
    stillStands: async (campaignId) => {
      const membership = await own(campaignId);
      return membership !== null && reads.recheck.stillStands(viewer, campaignId, membership);
    },
  };
}

function boundsOf({ id, roles, campaignIds }: Viewer): CampaignBounds {
  const scope = campaignIds === null ? null : [...campaignIds];
  if (roles.has('admin')) return { viewerId: null, campaignIds: scope };
  return { viewerId: id, campaignIds: roles.has('gm') || roles.has('player') ? scope : [] };
}
