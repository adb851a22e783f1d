import type { MemberRecord } from '#engine/store/members.ts';
import type { Role } from '#engine/store/roles.ts';
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
  /** How they watch a session, for as long as that lasts; null when it is to them as if it did not exist. */
  readonly watching: (sessionId: string) => Promise<Watching | null>;
};

/** A viewer who watches a session. */
export type Watching = Standing & {
  /** The same text for all who are shown the same of the same session, whoever they are. */
  readonly sharedView: string;
  /** Looks again whether their credential is good and whether they are still what they were. */
  readonly stillAllowed: () => Promise<boolean>;
};

/** What is read to tell what somebody is. */
export type AccessReads = {
  readonly members: (campaignId: string) => Promise<readonly MemberRecord[]>;
  readonly campaignOfSession: (sessionId: string) => Promise<string | null>;
  readonly recheck: Recheck;
};

export function accessOf(viewer: Viewer, { members, campaignOfSession, recheck }: AccessReads): Access {
  const isUnbounded = viewer.roles.has('admin') && viewer.campaignIds === null;
  const standingIn = async (campaignId: string) => standingOf(viewer, campaignId, await members(campaignId));
  return {
    viewer,
    isUnbounded,
    holds: (role) => viewer.roles.has('admin') || viewer.roles.has(role),
    standingIn,
    standingAt: async (sessionId) => {
      const campaignId = await campaignOfSession(sessionId);
      return campaignId === null ? null : standingIn(campaignId);
    },
    watching: async (sessionId) => {
      const campaignId = await campaignOfSession(sessionId);
      const standing = campaignId === null ? null : await standingIn(campaignId);
      if (campaignId === null || standing === null) return null;
      return {
        ...standing,
        sharedView: sharedView(viewer, standing),
        stillAllowed: () => recheck.stillStands(viewer, campaignId, standing),
      };
    },
  };
}

/** Everything rules and views look at, but for who exactly it is. */
function sharedView({ roles, campaignIds }: Viewer, { role, personaId }: Standing): string {
  const scope = campaignIds === null ? null : [...campaignIds].sort();
  return JSON.stringify([role, personaId, [...roles].sort(), scope]);
}
