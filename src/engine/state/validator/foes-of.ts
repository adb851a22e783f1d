import type { CharacterId } from '../ids.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Those on the other sides of the fight somebody is in who are here and still on their feet; nobody where there is no fight. */
export function foesOf({ combat, entities, scene }: Snapshot, personaId: CharacterId): readonly Character[] {
  const own = combat?.combatants.find(({ id }) => id === personaId);
  if (combat === null || own === undefined) return [];
  return combat.combatants.flatMap(({ id, side, out }) => {
    const entity = entities[id];
    const isUp = entity?.kind === 'character' && entity.status === 'conscious' && !out;
    return isUp && side !== own.side && scene.presentIds.includes(id) ? [entity] : [];
  });
}
