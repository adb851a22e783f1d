import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { say } from '../grammar.ts';
import { inFirstPerson } from '../speech/first-person.ts';
import { mannerOf } from '../speech/manner.ts';
import { quotable } from '../speech/own-lines.ts';
import { isAsking } from '../speech/question.ts';
import { capital, shortName } from '../speech/short-name.ts';
import { CONFESSES, CONFESSES_AS_OF_ANOTHER, FOUND, HEARD } from './reply-phrases.ts';

/** What came to light: in the mouth of whoever tells it, or before everybody's eyes. */
export function revealedTold(input: NarrateInput, random: KeyedRandom, told: string): string[] {
  const paragraphs: string[] = [];
  for (const text of input.revealed) {
    const teller = tellerOf(text, input);
    const before = [told, ...paragraphs].join('\n');
    const phrases = isAsking(input.playerText) ? HEARD : FOUND;
    const way = teller === null ? say(random, phrases, { told: text }) : '';
    // Two things found in one turn are not found in the same words.
    const other = way !== '' && before.includes(way.replace(text, '').trim()) ? text : way;
    paragraphs.push(capital(teller === null ? other : confessed(text, teller, random, before)));
  }
  return paragraphs;
}

/** Whether somebody present has said something they had kept back. */
export function hasConfessed(input: NarrateInput): boolean {
  return input.revealed.some((text) => tellerOf(text, input) !== null);
}

function tellerOf(text: string, { revealedBy = [], packet }: NarrateInput): CastMember | null {
  const id = revealedBy.find((one) => one.text === text)?.characterId;
  return packet.cast.find((one) => one.id === id) ?? null;
}

function confessed(text: string, teller: CastMember, random: KeyedRandom, told: string): string {
  const name = shortName(teller.name);
  const about = `${teller.description} ${teller.speech} ${teller.disposition}`;
  const own = inFirstPerson(text, { name: teller.name, about });
  if (own !== null)
    return say(random, CONFESSES[mannerOf(teller.disposition)], { name, line: quotable(own) }, told);
  const isOfSelf = teller.name.split(/\s+/).some((word) => word.length > 2 && text.includes(word));
  const phrases = isOfSelf ? CONFESSES_AS_OF_ANOTHER : CONFESSES[mannerOf(teller.disposition)];
  return say(random, phrases, { name, line: quotable(text) }, told);
}
