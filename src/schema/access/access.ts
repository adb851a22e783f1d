import type { MemberRole, Role } from '#engine/domain/roles.ts';
import type { CampaignBounds } from '#engine/store/campaigns.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { Viewer } from './viewer.ts';

/** What a viewer is in a campaign, by what they hold and what its members' list says. */
export type CampaignMembership = {
  readonly role: MemberRole;
  /** Who they play, by the id inside the campaign; null when they play nobody. */
  readonly personaId: string | null;
};

/**
 * Null when the campaign is to them as if it did not exist. A credential can only take away: whoever masters a campaign and
 * comes with a player's token is one of its players for as long as they use it.
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

/** The personas a viewer may speak for: their own, and for a game master those nobody else plays. */
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

/** Whether a viewer is still who they were when something that lasts began. Reads anew each time. */
type AccessRecheck = {
  readonly isStillGood: (viewer: Viewer) => Promise<boolean>;
  /** Whether they are in a campaign exactly what they were then: another role or persona sees other things. */
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

/** What resolvers may ask about the one who asks. Rules are not theirs to decide: the guard has applied them before. */
export type Access = {
  readonly viewer: Viewer;
  /** Whether nothing is kept from them: an admin whose credential names no campaigns, or the owner of the machine. */
  readonly isUnbounded: boolean;
  readonly holds: (role: Role) => boolean;
  /** What they are in a campaign; null when it is to them as if it did not exist. */
  readonly standingIn: (campaignId: string) => Promise<CampaignMembership | null>;
  /** The same by one of its sessions. */
  readonly standingAt: (sessionId: string) => Promise<CampaignMembership | null>;
  /** Which campaigns a list may show them. */
  readonly bounds: CampaignBounds;
  /** Looks again whether their credential is good. */
  readonly isStillGood: () => Promise<boolean>;
  /**
   * Looks again, with nothing remembered, whether their credential is good and whether they are in a campaign what they were: for
   * whatever goes on longer than a request.
   */
  readonly stillStands: (campaignId: string, standing: CampaignMembership) => Promise<boolean>;
};

/** What is read to tell what somebody is. */
type AccessReads = {
  readonly members: (campaignId: string) => Promise<readonly MemberRecord[]>;
  readonly campaignOfSession: (sessionId: string) => Promise<string | null>;
  readonly recheck: AccessRecheck;
};

/** Which roles stand for which. */
const HOLDERS: Readonly<Record<Role, readonly Role[]>> = {
  player: ['player', 'gm', 'admin'],
  gm: ['gm', 'admin'],
  author: ['author', 'admin'],
  admin: ['admin'],
};

export function createAccess(viewer: Viewer, { members, campaignOfSession, recheck }: AccessReads): Access {
  const isUnbounded = viewer.roles.has('admin') && viewer.campaignIds === null;
  const standingIn = async (campaignId: string) =>
    findMembership(viewer, campaignId, await members(campaignId));
  return {
    viewer,
    isUnbounded,
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

function boundsOf({ id, roles, campaignIds }: Viewer): CampaignBounds {
  const scope = campaignIds === null ? null : [...campaignIds];
  if (roles.has('admin')) return { viewerId: null, campaignIds: scope };
  return { viewerId: id, campaignIds: roles.has('gm') || roles.has('player') ? scope : [] };
}
