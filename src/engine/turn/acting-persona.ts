import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** The character the player plays. A world without one cannot be played, and is not let in when a campaign begins. */
export function actingPersona(snapshot: Snapshot): Character & { readonly id: CharacterId } {
  const [id] = snapshot.personas;
  const persona = id === undefined ? undefined : snapshot.entities[id];
  if (persona?.kind !== 'character') throw new Error('the snapshot has no persona to play');
  return persona;
}
