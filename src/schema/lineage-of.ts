import { advanceLineage, type Lineage } from '#engine/domain/lineage.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Context } from './context.ts';

/** The line of scenes that leads to a scene: what was remembered and what had happened by then stands along it. */
export async function lineageTo(
  { sessionId, index }: Pick<SceneRecord, 'sessionId' | 'index'>,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<Lineage> {
  const session = await loaders.session.load(sessionId);
  return session === null ? [{ sessionId, upTo: index }] : advanceLineage(session.lineage, index);
}
