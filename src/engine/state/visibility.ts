import { z } from 'zod';
import { CharacterId } from './ids.ts';

/**
 * Visibility of a record. `public`: all members of the campaign; `hidden`: the personas in `knownTo` alone, until it
 * is discovered; `gm`: the game master alone, for ever.
 */
export const Visibility = z.enum(['public', 'hidden', 'gm']);
export type Visibility = z.infer<typeof Visibility>;

/** Spread into every record a player may or may not have discovered. */
export const knowledge = {
  visibility: Visibility,
  knownTo: z.array(CharacterId).max(32),
};

export type Knowledge = { readonly visibility: Visibility; readonly knownTo: readonly CharacterId[] };

/**
 * Returns true when a persona may know of a record. Fails closed: a record that is not public must name the persona,
 * and `gm` records are never known.
 */
export function isKnownToPersona(record: Knowledge, personaId: CharacterId): boolean {
  if (record.visibility === 'public') return true;
  return record.visibility === 'hidden' && record.knownTo.includes(personaId);
}
