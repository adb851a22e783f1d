import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Bout } from './bout.ts';

/** Whether somebody is up and able to go on. */
export function isStanding(bout: Bout, id: string): boolean {
  const fighter = bout.fighter(id);
  if (fighter !== null) return fighter.block.status === 'conscious';
  const entity = bout.snapshot.entities[id as keyof Snapshot['entities']];
  return entity?.kind === 'character' && entity.status === 'conscious';
}

/** Whether two who fight are on different sides. */
export function areFoes({ combat }: Snapshot, one: string, other: string): boolean {
  const sideOf = (id: string) => combat?.combatants.find((fighter) => fighter.id === id)?.side;
  const [side, against] = [sideOf(one), sideOf(other)];
  return side !== undefined && against !== undefined && side !== against;
}
