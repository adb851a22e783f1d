import { personaOf } from '#engine/store/sender.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { personaNamed } from '#engine/turn/acting-persona.ts';
import type { Context } from '../context.ts';

/** How a persona is called in a scene; null for the first there is. */
export async function personaName(
  personaId: string | null,
  sceneId: string,
  { loaders }: Context,
): Promise<string> {
  return personaNamed(await loaders.snapshot.load(sceneId), personaId).name;
}

/** How the persona is called whose turn it is. */
export function whoTook({ input, baseSceneId }: TurnRecord, context: Context): Promise<string> {
  return personaName(personaOf(input), baseSceneId, context);
}
