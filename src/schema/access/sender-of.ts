import type { SessionRecord } from '#engine/store/sessions.ts';
import type { ActionSender } from '#engine/store/turn-permissions.ts';
import type { Context } from '../context.ts';
import { playablePersonas } from './standing.ts';

/** What a viewer is to the turns that wait in a session. */
export async function senderOf(
  { campaignId, currentSceneId }: Pick<SessionRecord, 'campaignId' | 'currentSceneId'>,
  { access, loaders }: Context,
): Promise<ActionSender> {
  const [standing, members, { personas }] = await Promise.all([
    access.standingIn(campaignId),
    loaders.members.load(campaignId),
    loaders.snapshot.load(currentSceneId),
  ]);
  if (standing === null) return { plays: [], isMaster: false };
  const playable = playablePersonas(access.viewer.id, standing, personas, members);
  // Turns that name nobody are the first persona's.
  const unnamed = playable.some((id) => id === personas[0]) ? [null] : [];
  return { plays: [...playable, ...unnamed], isMaster: standing.role === 'gm' };
}
