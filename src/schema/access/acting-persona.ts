import type { ActionSender } from '#engine/domain/turn-permissions.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Context } from '../context.ts';
import { findPlayablePersonas } from './access.ts';

/** Finds a persona by its id inside the campaign or, as campaigns are started, by that of its character in the pack: `juan_ii`. */
export function findPersonaId(
  named: string,
  { personas, entities }: Pick<Snapshot, 'personas' | 'entities'>,
): string | null {
  if (personas.some((id) => id === named)) return named;
  const isNamed = (packId: string | undefined) => packId === named || packId?.split(':')[1] === named;
  return personas.find((id) => isNamed(entities[id]?.packEntityId)) ?? null;
}

/**
 * Returns the persona a viewer acts for: the one they name, else their own. A game master without one acts for the first that no
 * other member plays. Returns null when the viewer may not play it. With `forAnybody`, a game master may act for every persona,
 * including those of other players.
 */
export async function resolveActingPersona(
  named: string | null,
  forAnybody: boolean,
  { campaignId, currentSceneId }: SessionRecord,
  { access, loaders }: Context,
): Promise<string | null> {
  const [standing, members, snapshot] = await Promise.all([
    access.standingIn(campaignId),
    loaders.members.load(campaignId),
    loaders.snapshot.load(currentSceneId),
  ]);
  if (standing === null) return null;
  const { personas } = snapshot;
  const playable = findPlayablePersonas(access.viewer.id, standing, personas, members);
  const open = forAnybody && standing.role === 'gm' ? personas : playable;
  const own = standing.personaId ?? playable[0] ?? open[0];
  const wanted = named === null ? own : findPersonaId(named, snapshot);
  return open.find((id) => id === wanted) ?? null;
}

/** Loads the rights of a viewer over the waiting turns of a session. */
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
  // Turns that name no persona belong to the first one.
  const unnamed = playable.some((id) => id === personas[0]) ? [null] : [];
  return { plays: [...playable, ...unnamed], isMaster: standing.role === 'gm' };
}
