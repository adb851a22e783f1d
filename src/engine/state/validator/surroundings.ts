import { charactersAt } from '../parts/move-scene.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** The world as it lies around a persona: the scene when it is in it, otherwise the place where it is. */
export function surroundings(snapshot: Snapshot, persona: Character): Snapshot {
  const { scene, entities } = snapshot;
  if (scene.presentIds.includes(persona.id)) return snapshot;
  const { placeId } = persona;
  const there = placeId === null ? [persona] : charactersAt(entities, placeId);
  const hidden = there.filter((other) => other.hidden && other.id !== persona.id);
  return {
    ...snapshot,
    scene: {
      ...scene,
      placeId,
      presentIds: there.map(({ id }) => id),
      obscuredIds: [...scene.obscuredIds, ...hidden.map(({ id }) => id)],
    },
  };
}
