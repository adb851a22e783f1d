import type { EntityId } from '../ids.ts';
import type { Snapshot } from '../snapshot.ts';

type Combat = NonNullable<Snapshot['combat']>;

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

export function outOfCombat(combat: Combat, id: EntityId): Combat {
  return { ...combat, combatants: withOut(combat, id, true) };
}

/** The snapshot with somebody back in the fight it had dropped out of, at its old place, if it is here. */
export function backInCombat(snapshot: Snapshot, id: EntityId): Snapshot {
  const { combat, scene } = snapshot;
  if (combat === null || !scene.presentIds.includes(id)) return snapshot;
  return { ...snapshot, combat: { ...combat, combatants: withOut(combat, id, false) } };
}

function withOut({ combatants }: Combat, id: EntityId, out: boolean): Combat['combatants'] {
  return combatants.map((fighter) => (fighter.id === id ? { ...fighter, out } : fighter));
}
