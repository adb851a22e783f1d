import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { getPersonaId } from '#engine/store/turn-permissions.ts';
import type { TurnInput } from '#engine/store/turns.ts';

type Persona = Character & { readonly id: CharacterId };

/**
 * The character whose turn it is: the one the input names, else whoever a table was offered to that it rolls on, else the first. That it may be played by whoever asks was
 * decided before the turn began; a world without a persona is not let in when a campaign begins.
 */
export function actingPersona(snapshot: Snapshot, input: TurnInput): Persona {
  const offeredTo = input.kind === 'roll' ? (snapshot.pendingRoll?.personaId ?? null) : null;
  return personaNamed(snapshot, getPersonaId(input) ?? offeredTo);
}

/** A persona by its id; the first where none is named. */
export function personaNamed(snapshot: Snapshot, named: string | null): Persona {
  const id = named === null ? snapshot.personas[0] : snapshot.personas.find((persona) => persona === named);
  const persona = id === undefined ? undefined : snapshot.entities[id];
  if (persona?.kind !== 'character') throw new Error(`nobody plays ${named ?? 'anybody'} in this world`);
  return persona;
}
