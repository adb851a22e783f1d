import type { SessionRecord } from '#engine/store/sessions.ts';
import type { ActionSender } from '#engine/store/turn-permissions.ts';
import type { Context } from '../context.ts';
import { findPlayablePersonas } from './access.ts';

/**
 * For whom a viewer may act in a session: the persona they name, else their own, else, for a game master, the first that nobody else
 * plays. Null when it is not theirs to play. With `forAnybody` a game master speaks for everybody, those included whom others play.
 */
export async function resolveActingPersona(
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
  const playable = findPlayablePersonas(access.viewer.id, standing, personas, members);
  const open = forAnybody && standing.role === 'gm' ? personas : playable;
  const wanted = named ?? standing.personaId ?? playable[0] ?? open[0];
  return open.find((id) => id === wanted) ?? null;
}

/** What a viewer is to the turns that wait in a session. */
export async function loadSender(
  { campaignId, currentSceneId }: Pick<SessionRecord, 'campaignId' | 'currentSceneId'>,
  { access, loaders }: Context,
): Promise<ActionSender> {
  const [standing, members, { personas }] = await Promise.all([
    access.standingIn(campaignId),
    loaders.members.load(campaignId),
    loaders.snapshot.load(currentSceneId),
  ]);
  if (standing === null) return { plays: [], isMaster: false };
  const playable = findPlayablePersonas(access.viewer.id, standing, personas, members);
  // Turns that name nobody are the first persona's.
  const unnamed = playable.some((id) => id === personas[0]) ? [null] : [];
  return { plays: [...playable, ...unnamed], isMaster: standing.role === 'gm' };
}
