import { personaNamed } from '#engine/turn/acting-persona.ts';
import type { Context } from '../context.ts';

/** How a persona was called in a scene; null for the first there is. */
export async function personaName(
  personaId: string | null,
  sceneId: string,
  { loaders }: Context,
): Promise<string> {
  return personaNamed(await loaders.snapshot.load(sceneId), personaId).name;
}
