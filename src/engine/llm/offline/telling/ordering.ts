import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { type Phrases, say } from '../grammar.ts';
import { mannerOf } from '../speech/manner.ts';
import { awake, calledBy } from '../speech/person-addressed.ts';
import { capital, shortName } from '../speech/short-name.ts';
import type { Manner } from './reply-phrases.ts';
import { isSilent } from './silent.ts';

/** `I order Tuva to scout ahead`, `I tell the Constable to arrest him`. */
const ORDERED =
  /\b(?:order|command|instruct|tell|direct|send|bid)(?:s|ed|ing)?\s+((?:[\p{L}\p{N}.'’-]+\s+){0,5}?[\p{L}\p{N}'’-]+)\s+to\s+(?!(?:me|us|him|her|them|it|the|my)\b)\p{L}{2,}/iu;

const ANSWERS: Readonly<Record<Manner, Phrases>> = {
  warm: [
    '“Consider it begun,” says {name}. “Done is another day.”',
    '“Gladly,” says {name}, and looks for the first thing that it needs.',
    '“It shall be seen to,” says {name}. “You will hear when there is something to hear.”',
  ],
  plain: [
    '“If that is the order,” says {name}, “then it is the order.” Nothing has moved yet, but somebody has been told.',
    '“I will have it put in hand,” says {name}. “What comes of it you will be told.”',
    '{name} hears it out. “It can be tried. I do not promise you the end of it.”',
    '“As you say,” says {name}, in the voice of somebody counting what it will take.',
  ],
  wary: [
    '“I have heard it,” says {name}, which is not the same as yes.',
    '“You may order it,” says {name}. “Whether it happens is another matter.”',
    '{name} does not move. “Say it once more, before witnesses, and I shall know that you mean it.”',
  ],
};

/** What somebody answers who is told to do something: whether it is done shows later, and not by their word. Null when nobody is. */
export function ordered(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const whom = ORDERED.exec(input.playerText)?.[1];
  if (whom === undefined) return null;
  const person = calledBy(whom, awake(input.packet.cast));
  if (person === null || isSilent(person)) return null;
  const phrases = ANSWERS[mannerOf(person.disposition)];
  return capital(say(random, phrases, { name: shortName(person.name) }, told));
}
