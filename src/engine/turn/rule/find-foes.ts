import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** Returns those on other sides of the fight somebody is in who are here and still on their feet. */
export function findFoes({ combat, entities, scene }: Snapshot, id: CharacterId): readonly Character[] {
  const own = combat?.combatants.find((combatant) => combatant.id === id);
  if (combat === null || own === undefined) return [];
  return combat.combatants.flatMap((combatant) => {
    const entity = entities[combatant.id];
    const isUp = entity?.kind === 'character' && entity.status === 'conscious' && !combatant.out;
    return isUp && combatant.side !== own.side && scene.presentIds.includes(combatant.id) ? [entity] : [];
  });
}
