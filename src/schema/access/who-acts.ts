import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Context } from '../context.ts';
import { playablePersonas } from './standing.ts';

/**
 * For whom a viewer may act in a session: the persona they name, else their own, else, for a game master, the first that nobody else
 * plays. Null when it is not theirs to play. With `forAnybody` a game master speaks for everybody, those included whom others play.
 */
export async function whoActs(
  named: string | null,
  forAnybody: boolean,
  { campaignId, currentSceneId }: SessionRecord,
  { access, loaders }: Context,
): Promise<string | null> {
  const [standing, members, { personas }] = await Promise.all([
    access.standingIn(campaignId),
    loaders.members.load(campaignId),
    loaders.snapshot.load(currentSceneId),
  ]);
  if (standing === null) return null;
  const playable = playablePersonas(access.viewer.id, standing, personas, members);
  const open = forAnybody && standing.role === 'gm' ? personas : playable;
  const wanted = named ?? standing.personaId ?? playable[0] ?? open[0];
  return open.find((id) => id === wanted) ?? null;
}
