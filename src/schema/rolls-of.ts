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
  return scene === null ? [] : rollsOfScene(scene, { loaders });
}

/** The dice of the turn that made a scene, in the order they fell. */
export async function rollsOfScene(
  { sessionId, index }: Pick<SceneRecord, 'sessionId' | 'index'>,
  { loaders }: Reads,
): Promise<readonly Roll[]> {
  return (await loaders.rolls.load({ sessionId, index })).map(({ roll }) => diceOf(roll));
}

/** A roll as it was kept. */
export const diceOf = (roll: unknown): Roll => Roll.parse(roll);
