import type { Role } from '#engine/domain/roles.ts';
import type { CampaignBounds } from '#engine/store/campaigns.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { Recheck } from './recheck.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Viewer } from './viewer.ts';

/** What resolvers may ask about the one who asks. Rules are not theirs to decide: the guard has applied them before. */
export type Access = {
  readonly viewer: Viewer;
  /** Whether nothing is kept from them: an admin whose credential names no campaigns, or the owner of the machine. */
  readonly isUnbounded: boolean;
  readonly holds: (role: Role) => boolean;
  /** What they are in a campaign; null when it is to them as if it did not exist. */
  readonly standingIn: (campaignId: string) => Promise<Standing | null>;
  /** The same by one of its sessions. */
  readonly standingAt: (sessionId: string) => Promise<Standing | null>;
  /** Which campaigns a list may show them. */
  readonly bounds: CampaignBounds;
  /** Looks again whether their credential is good. */
  readonly isStillGood: () => Promise<boolean>;
  /**
   * Looks again, with nothing remembered, whether their credential is good and whether they are in a campaign what they were: for
   * whatever goes on longer than a request.
   */
  readonly stillStands: (campaignId: string, standing: Standing) => Promise<boolean>;
};

/** What is read to tell what somebody is. */
export type AccessReads = {
  readonly members: (campaignId: string) => Promise<readonly MemberRecord[]>;
  readonly campaignOfSession: (sessionId: string) => Promise<string | null>;
  readonly recheck: Recheck;
};

/** Which roles stand for which. */
const HOLDERS: Readonly<Record<Role, readonly Role[]>> = {
  player: ['player', 'gm', 'admin'],
  gm: ['gm', 'admin'],
  author: ['author', 'admin'],
  admin: ['admin'],
};

export function accessOf(viewer: Viewer, { members, campaignOfSession, recheck }: AccessReads): Access {
  const isUnbounded = viewer.roles.has('admin') && viewer.campaignIds === null;
  const standingIn = async (campaignId: string) => standingOf(viewer, campaignId, await members(campaignId));
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
