import type { CastMember } from '../context-packet.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { namedIn } from './read-words.ts';

/** Those present who can still answer. */
export function awake(cast: readonly CastMember[]): readonly CastMember[] {
  return cast.filter(({ disposition }) => disposition !== 'dead' && disposition !== 'unconscious');
}

/** Whoever the player's words name, by name or by office. */
export function personAddressed({
  playerText,
  packet,
}: Pick<NarrateInput, 'playerText' | 'packet'>): CastMember | null {
  const people = awake(packet.cast);
  const [byName] = namedIn(playerText, people);
  if (byName !== undefined) return byName;
  const offices = people.map((person) => ({ id: person.id, name: person.role, person }));
  return namedIn(playerText, offices)[0]?.person ?? null;
}
