import type { CharacterId, EntityId } from '../ids.ts';
import type { Snapshot } from '../snapshot.ts';
import { addMissing, withEntity } from './replace-records.ts';

type Combat = NonNullable<Snapshot['combat']>;

/** Takes an entity out of the scene, of those who are obscured in it, and of the fight if there is one. */
export function removeFromScene(snapshot: Snapshot, id: EntityId): Snapshot {
  const { scene, combat } = snapshot;
  return {
    ...snapshot,
    scene: {
      ...scene,
      presentIds: scene.presentIds.filter((other) => other !== id),
      obscuredIds: scene.obscuredIds.filter((other) => other !== id),
    },
    combat: combat === null ? null : removeFromCombat(combat, id),
  };
}

export function removeFromCombat(combat: Combat, id: EntityId): Combat {
  return { ...combat, combatants: withOut(combat, id, true) };
}

/**
 * Returns a combatant who dropped out to its old place in the fight. Changes nothing when the combatant is not in the
 * scene.
 */
export function returnToCombat(snapshot: Snapshot, id: EntityId): Snapshot {
  const { combat, scene } = snapshot;
  if (combat === null || !scene.presentIds.includes(id)) return snapshot;
  return { ...snapshot, combat: { ...combat, combatants: withOut(combat, id, false) } };
}

function withOut({ combatants }: Combat, id: EntityId, out: boolean): Combat['combatants'] {
  return combatants.map((fighter) => (fighter.id === id ? { ...fighter, out } : fighter));
}

/** Lets personas know of a hidden entity; the very same snapshot when they do, or when it is the gm's alone. */
export function revealEntity(snapshot: Snapshot, id: EntityId, personaIds: readonly CharacterId[]): Snapshot {
  const entity = snapshot.entities[id];
  if (entity?.visibility !== 'hidden') return snapshot;
  const knownTo = addMissing(entity.knownTo, personaIds);
  return knownTo === entity.knownTo ? snapshot : withEntity(snapshot, { ...entity, knownTo });
}
