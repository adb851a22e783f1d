import type { Access, CampaignMembership } from '../../access/access.ts';
import type { AudienceView } from '../../transport/live-source.ts';

/** Shares one access check between simultaneous callers: a thousand streams of one viewer need one check. */
class AccessCheckCache {
  readonly #underWay = new Map<string, Promise<boolean>>();

  ask(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const asked = check().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}

const checks = new AccessCheckCache();

/** Rights of a subscriber to a stream of a campaign: the view they see it in, and whether they still may. */
export type StreamAccess = {
  readonly view: AudienceView;
  readonly stillAllowed: () => Promise<boolean>;
};

/** Creates the rights of a subscriber. `audience` tells events apart that viewers of one role may see differently. */
export function createStreamAccess(
  access: Access,
  campaignId: string,
  standing: CampaignMembership,
  audience: readonly unknown[],
): StreamAccess {
  const { id, roles, tokenId, expiresAt } = access.viewer;
  const shared = [...audience, standing.role, access.idView, ...[...roles].sort()].join(' ');
  const own = JSON.stringify([shared, id, tokenId, expiresAt, standing.personaId]);
  return {
    view: { shared, own },
    stillAllowed: () => checks.ask(`${campaignId} ${own}`, () => access.stillStands(campaignId, standing)),
  };
}
