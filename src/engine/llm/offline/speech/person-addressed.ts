import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { namedIn } from '../read-words.ts';
import { isAnybody, spokenTo } from './spoken-to.ts';

/** Those present who can still answer. */
export function awake(cast: readonly CastMember[]): readonly CastMember[] {
  return cast.filter(({ disposition }) => disposition !== 'dead' && disposition !== 'unconscious');
}

type Spoken = Pick<NarrateInput, 'playerText' | 'packet'>;

/** Whoever the player's words are said to or name, by name, title or office; of several the one named first. */
export function personAddressed({ playerText, packet }: Spoken): CastMember | null {
  const people = awake(packet.cast);
  const { whom, before } = spokenTo(playerText);
  if (whom !== null) {
    const named = isAnybody(whom) ? namedIn(before, people) : [];
    return calledBy(whom, people) ?? firstNamed(before, named);
  }
  const byName = namedIn(playerText, people);
  if (byName.length > 0) return firstNamed(playerText, byName);
  const object = DONE_TO.exec(playerText)?.[1];
  const done = object === undefined ? null : calledBy(object, people);
  if (done !== null) return done;
  const offices = people.map((person) => ({
    id: person.id,
    name: person.role.split(/,|;| of /)[0] ?? '',
    person,
  }));
  return namedIn(playerText, offices)[0]?.person ?? null;
}

/** `I insult Benavente`: whoever holds it is called by it. */
const DONE_TO =
  /\b(?:insult|mock|challenge|accuse|threaten|provoke|flatter|embrace|arrest|bribe|hug|kiss|order|command)(?:e?s|e?d|ing)?\s+((?:the\s+)?\p{Lu}[\p{L}’'-]+(?:\s+(?:of\s+)?\p{Lu}[\p{L}’'-]+)*)/u;

/** Who is called so: `the Count of Luna` is Álvaro de Luna rather than another count, `the innkeeper` the keeper of the inn. */
export function calledBy(whom: string, people: readonly CastMember[]): CastMember | null {
  const said = wordsOf(whom);
  const rated = people.map((person) => {
    const [names, title, look] = [person.name, person.role, person.description].map(wordsOf);
    const inName = said.filter((word) => names?.includes(word)).length;
    const inTitle = said.filter((word) => title?.some((one) => isSame(word, one))).length;
    const inLook = said.filter((word) => look?.includes(word)).length;
    return { person, worth: 3 * inName + 2 * inTitle + (inLook === said.length ? 1 : 0) };
  });
  const best = rated.toSorted((one, other) => other.worth - one.worth)[0];
  return best === undefined || best.worth === 0 ? null : best.person;
}

/** An innkeeper keeps something. */
function isSame(said: string, title: string): boolean {
  return said === title || (title.length > 4 && said.endsWith(title));
}

const SMALL = new Set(
  'the and of von van del de la le don doña his her their that this old young first good dear lord lady my'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !SMALL.has(word));
}

/** The word for whoever is spoken to when it is nobody here: `the diver`. */
export function strangerCalled({ playerText, packet }: Spoken): string | null {
  const { whom } = spokenTo(playerText);
  if (whom === null || isAnybody(whom) || !/^(?:[Tt]he\s|\p{Lu})/u.test(whom)) return null;
  const bare = whom.replace(/\s+(?:on|over|by|through|at|in)\s.*$/i, '');
  return calledBy(bare, awake(packet.cast)) === null ? bare : null;
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
