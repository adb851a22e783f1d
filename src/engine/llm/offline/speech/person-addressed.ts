import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { namedIn } from '../read-words.ts';

/** Those present who can still answer. */
export function awake(cast: readonly CastMember[]): readonly CastMember[] {
  return cast.filter(({ disposition }) => disposition !== 'dead' && disposition !== 'unconscious');
}

type Spoken = Pick<NarrateInput, 'playerText' | 'packet'>;

/** Whoever the player's words name, by name or by office; of several the one named first. */
export function personAddressed({ playerText, packet }: Spoken): CastMember | null {
  const people = awake(packet.cast);
  const byName = namedIn(playerText, people);
  if (byName.length > 0) return firstNamed(playerText, byName);
  const offices = people.map((person) => ({
    id: person.id,
    name: person.role.split(/,|;| of /)[0] ?? '',
    person,
  }));
  return namedIn(playerText, offices)[0]?.person ?? null;
}

function firstNamed(text: string, people: readonly CastMember[]): CastMember | null {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const place = ({ name }: CastMember) => {
    const names = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const at = words.findIndex((word) => word.length > 2 && names.includes(word));
    return at === -1 ? words.length : at;
  };
  return people.toSorted((one, other) => place(one) - place(other))[0] ?? null;
}

/**
 * Whom the player has been speaking with, when the words name nobody: the last one named who is still here, or whoever was told of
 * last, or whoever matters most.
 */
export function personMeant(
  input: Spoken & Pick<NarrateInput, 'conversation' | 'opening'>,
): CastMember | null {
  const named = personAddressed(input);
  if (named !== null) return named;
  for (const { player } of input.conversation.slice(-8).toReversed()) {
    const before = personAddressed({ ...input, playerText: player });
    if (before !== null) return before;
  }
  const people = awake(input.packet.cast);
  const last = input.conversation.at(-1)?.narration ?? input.opening?.prologue ?? '';
  const told = namedIn(last, people);
  if (told.length > 0) return firstNamed(last, told);
  return people.toSorted((one, other) => one.tier - other.tier)[0] ?? null;
}
