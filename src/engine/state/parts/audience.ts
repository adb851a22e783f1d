import type { Audience } from '../effect.ts';
import type { CharacterId } from '../ids.ts';
import { isKnownTo, type Visibility } from '../records/knowledge.ts';
import type { Snapshot } from '../snapshot.ts';

type Told = { readonly audience: Audience; readonly personaIds?: readonly CharacterId[] };

/** Who is told what happens with a record: all players, those whose personas know of it, or the game master. */
export function audienceOf(
  snapshot: Snapshot,
  record: { readonly visibility: Visibility; readonly knownTo: readonly CharacterId[] },
): Told {
  if (record.visibility === 'public') return { audience: 'player' };
  const personaIds = snapshot.personas.filter((id) => isKnownTo(record, id));
  return personaIds.length === 0 ? { audience: 'gm' } : { audience: 'player', personaIds };
}
