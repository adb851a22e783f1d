import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { type Phrases, say } from '../grammar.ts';
import { SILENT_REPLIES } from '../phrases.ts';
import { ownLines, quotable, wasSaid } from '../speech/own-lines.ts';
import { personAddressed } from '../speech/person-addressed.ts';
import { capital, shortName } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';
import { TURNED_TO } from './deed-leads.ts';
import { inOwnWords } from './reply.ts';
import { NEWS } from './reply-phrases.ts';
import { isSilent } from './silent.ts';

/** What a choice adds to its words, and what says nothing of any matter. */
const NO_MATTER =
  /^\W*(?:hear what they have to say|for it\b.*|a (?:bit|little|while)|again|first|now)?\W*$/is;

const LISTENING: Phrases = [
  '“Well?” says {name}. “I am listening.”',
  '“If it is about what I said before, I said it,” says {name}. “If it is something else, ask.”',
  '“You have something on your mind,” says {name}, “and I have a moment. Use it.”',
  '“Ask me straight,” says {name}, “and you may get it straight.”',
];

/** Whoever is turned to without a question says what they have to say; null when nobody is. */
export function turnedTo(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const { whom, matter } = spokenTo(input.playerText);
  if (whom === null || !NO_MATTER.test(matter) || !/\b(?:talk|speak|chat)/i.test(input.playerText))
    return null;
  const person = personAddressed(input);
  if (person === null) return null;
  const name = shortName(person.name);
  if (isSilent(person)) return capital(say(random, SILENT_REPLIES, { name }, told));
  const turned = capital(say(random, TURNED_TO, { name }, told));
  return `${turned} ${capital(spoken(person, input, random, told))}`;
}

/** What they decided to say themselves, a line of their own, something that is known, or that they listen. */
function spoken(person: CastMember, input: NarrateInput, random: KeyedRandom, told: string): string {
  const own = input.actions.find(({ characterId }) => characterId === person.id)?.action ?? '';
  const lines = ownLines(own);
  if (lines.length > 0 && !lines.some((line) => wasSaid(line, told))) return own;
  const line = inOwnWords(person, random, told);
  if (line !== null) return line;
  const name = shortName(person.name);
  const news = input.packet.facts.findLast(
    ({ text, subjectId }) =>
      subjectId !== input.personaId && text.length > 20 && !told.includes(text.slice(0, -1)),
  );
  return news === undefined
    ? say(random, LISTENING, { name }, told)
    : say(random, NEWS, { name, line: quotable(news.text) }, told);
}
