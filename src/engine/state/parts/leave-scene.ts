import type { EntityId } from '../ids.ts';
import type { Snapshot } from '../snapshot.ts';

/** Takes an entity out of the scene, of those who are obscured in it, and of the fight if there is one. */
export function leaveScene(snapshot: Snapshot, id: EntityId): Snapshot {
  const { scene, combat } = snapshot;
  return {
    ...snapshot,
    scene: {
      ...scene,
      presentIds: scene.presentIds.filter((other) => other !== id),
      obscuredIds: scene.obscuredIds.filter((other) => other !== id),
    },
    combat: combat === null ? null : outOfCombat(combat, id),
  };
}

export function outOfCombat(combat: NonNullable<Snapshot['combat']>, id: EntityId) {
  const combatants = combat.combatants.map((fighter) =>
    fighter.id === id ? { ...fighter, out: true } : fighter,
  );
  return { ...combat, combatants };
}
