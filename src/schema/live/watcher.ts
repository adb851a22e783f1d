import type { Audience } from '#engine/store/event-rows.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Context } from '../context.ts';
import { noSuchSession, onlyForGameMasters } from './live-refusal.ts';
import type { View } from './live-source.ts';
import { SharedChecks } from './shared-checks.ts';

/** Somebody who watches a session: what they see, and whether they still may. */
export type Watcher = {
  readonly audience: Audience;
  readonly view: View;
  readonly stillAllowed: () => Promise<boolean>;
};

const checks = new SharedChecks();

type Watched = Pick<SessionRecord, 'campaignId'>;

/** Whoever asks for a session's events, or a refusal that is thrown. */
export async function watcherOf(
  { access }: Pick<Context, 'access'>,
  { campaignId }: Watched,
  audience: Audience,
): Promise<Watcher> {
  const standing = await access.standingIn(campaignId);
  if (standing === null) throw noSuchSession();
  if (audience === 'gm' && standing.role !== 'gm') throw onlyForGameMasters();
  const { id, roles, tokenId, expiresAt } = access.viewer;
  const shared = [audience, standing.role, ...[...roles].sort()].join(' ');
  const own = JSON.stringify([shared, id, tokenId, expiresAt, standing.personaId]);
  return {
    audience,
    view: { shared, own },
    stillAllowed: () => checks.ask(`${campaignId} ${own}`, () => access.stillStands(campaignId, standing)),
  };
}
