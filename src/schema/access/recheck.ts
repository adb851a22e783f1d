import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Viewer } from './viewer.ts';

/** Whether a viewer is still who they were when something that lasts began. Reads anew each time. */
export type Recheck = {
  readonly isStillGood: (viewer: Viewer) => Promise<boolean>;
  /** Whether they are in a campaign exactly what they were then: another role or persona sees other things. */
  readonly stillStands: (viewer: Viewer, campaignId: string, standing: Standing) => Promise<boolean>;
};

export function recheckOf({ tokens, members }: Pick<Store, 'tokens' | 'members'>, clock: Clock): Recheck {
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
      const now = standingOf(viewer, campaignId, await members.ofCampaigns([campaignId]));
      return now?.role === role && now.personaId === personaId;
    },
  };
}
