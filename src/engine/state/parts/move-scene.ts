import type { CharacterId, EntityId, LocationId } from '../ids.ts';
import type { Character, Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { knownEntity } from './known-entity.ts';

/**
 * Everybody who moves stands at the new place, with those who were there; the others stay where they were. A persona who is
 * nowhere comes along: nobody could ever reach it otherwise.
 */
export function moveScene(
  snapshot: Snapshot,
  placeId: LocationId,
  companionIds: readonly CharacterId[],
): Snapshot {
  const { presentIds } = snapshot.scene;
  const movers = [
    ...presentIds.filter(
      (id) =>
        snapshot.personas.some((persona) => persona === id) || companionIds.some((other) => other === id),
    ),
    ...personasNowhere(snapshot),
  ];
  const entities: Record<EntityId, Entity> = { ...snapshot.entities };
  for (const id of movers) {
    const mover = entities[id];
    if (mover?.kind === 'character') entities[id] = { ...mover, placeId };
  }
  const there = charactersAt(entities, placeId).filter(({ id }) => !movers.includes(id));
  const scene = {
    ...snapshot.scene,
    placeId,
    presentIds: [...movers, ...there.map(({ id }) => id)],
    // Whoever follows unseen arrives unseen.
    obscuredIds: [
      ...movers.filter((id) => snapshot.scene.obscuredIds.includes(id)),
      ...there.filter(({ hidden }) => hidden).map(({ id }) => id),
    ],
    visibility: 'clear' as const,
    noise: 'normal' as const,
    constraints: [],
  };
  const moved = { ...snapshot, entities, scene };
  return knownEntity(
    moved,
    placeId,
    moved.personas.filter((id) => movers.includes(id)),
  );
}

/** Those of the personas, alive, who are at no place at all. */
export function personasNowhere({ personas, entities, scene }: Snapshot): readonly CharacterId[] {
  return personas.filter((id) => {
    const persona = entities[id];
    if (persona?.kind !== 'character' || persona.retired || persona.status === 'dead') return false;
    return persona.placeId === null && !scene.presentIds.includes(id);
  });
}

export function charactersAt(entities: Snapshot['entities'], placeId: LocationId): Character[] {
  return Object.values(entities).filter(
    (entity): entity is Character =>
      entity.kind === 'character' && entity.placeId === placeId && !entity.retired,
  );
}
