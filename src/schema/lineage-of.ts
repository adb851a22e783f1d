import type { Lineage } from '#engine/memory/lineage.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';

/** The line of scenes that leads to a scene: what was remembered and what had happened by then stands along it. */
export function lineageTo({ sessionId, index }: Pick<SceneRecord, 'sessionId' | 'index'>): Lineage {
  return [{ sessionId, upTo: index }];
}
