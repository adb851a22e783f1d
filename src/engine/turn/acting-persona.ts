import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnInput } from '#engine/store/turns.ts';

/**
 * The character whose turn it is: the one the input names, else the first. That it may be played by whoever asks was
 * decided before the turn began; a world without a persona is not let in when a campaign begins.
 */
export function actingPersona(
  snapshot: Snapshot,
  input?: TurnInput,
): Character & { readonly id: CharacterId } {
  const named = input !== undefined && 'personaId' in input ? input.personaId : null;
  const id = named === null ? snapshot.personas[0] : snapshot.personas.find((persona) => persona === named);
  const persona = id === undefined ? undefined : snapshot.entities[id];
  if (persona?.kind !== 'character') throw new Error(`nobody plays ${named ?? 'anybody'} in this world`);
  return persona;
}
