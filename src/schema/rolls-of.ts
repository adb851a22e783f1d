import { Roll } from '#engine/rules/roll.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Context } from './context.ts';

type Reads = Pick<Context, 'loaders'>;

/** The dice of a turn that made a scene; without one, nothing that was rolled counts. */
export async function rollsOfTurn(
  { sceneId }: Pick<TurnRecord, 'sceneId'>,
  { loaders }: Reads,
): Promise<readonly Roll[]> {
  const scene = sceneId === null ? null : await loaders.scene.load(sceneId);
  return scene === null ? [] : rollsOf(scene, loaders);
}

/** The dice of each of a stretch of scenes. */
export function rollsOfScenes(
  scenes: readonly SceneRecord[],
  { loaders }: Reads,
): Promise<readonly (readonly Roll[])[]> {
  return Promise.all(scenes.map((scene) => rollsOf(scene, loaders)));
}

async function rollsOf(
  { sessionId, index }: SceneRecord,
  loaders: Reads['loaders'],
): Promise<readonly Roll[]> {
  return (await loaders.rolls.load({ sessionId, index })).map(({ roll }) => Roll.parse(roll));
}
