import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** Returns the world as it lies around a persona: the scene when it is in it, otherwise the place where it is. */
export function aroundPersona(snapshot: Snapshot, persona: Character): Snapshot {
  const { scene, entities } = snapshot;
  if (scene.presentIds.includes(persona.id)) return snapshot;
  const { placeId } = persona;
  const there = Object.values(entities).filter(
    (entity): entity is Character =>
      entity.kind === 'character' && !entity.retired && placeId !== null && entity.placeId === placeId,
  );
  const hidden = there.filter((other) => other.hidden && other.id !== persona.id);
  return {
    ...snapshot,
    scene: {
      ...scene,
      placeId,
      presentIds: placeId === null ? [persona.id] : there.map(({ id }) => id),
      obscuredIds: [...scene.obscuredIds, ...hidden.map(({ id }) => id)],
    },
  };
}
