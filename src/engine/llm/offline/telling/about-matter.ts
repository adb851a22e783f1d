import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { choose, say } from '../grammar.ts';
import { passageAbout, sayableIn, sentenceAbout, shares, topicWords } from '../speech/about-topic.ts';
import { mannerOf } from '../speech/manner.ts';
import { quotable } from '../speech/own-lines.ts';
import { type Asked, formOf } from '../speech/question.ts';
import { midSentence, shortName } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';
import { isRepeated } from './deed.ts';
import { NO_ANSWER, OF_THEMSELVES, REFUSES, TELLS, TOLD_ALREADY, UNCLEAR } from './reply-phrases.ts';

/** What somebody says about a matter: what the lore or the known facts have of it, or that there is nothing they could tell. */
export function aboutTopic(
  asked: Asked | null,
  person: CastMember,
  input: NarrateInput,
  random: KeyedRandom,
  told: string,
): string {
  const name = shortName(person.name);
  const own = person.name.toLowerCase().split(/\s+/);
  const said = topicWords(spokenTo(input.playerText).matter);
  const words = said.filter((word) => !own.includes(word));
  // What is written of somebody is for others to tell, unless it is they who are asked about.
  const lore = input.packet.lore.filter(
    ({ title }) => words.length < said.length || !title.startsWith(person.name),
  );
  const passage = passageAbout(words, lore, asked?.kind === 'topic');
  if (passage === undefined) {
    return knownFact(words, person, input, random, told) ?? unknownTopic(asked, person, input, random, told);
  }
  const topic = midSentence(passage.title.split(' > ')[0] ?? passage.title);
  const isTitled = shares(words, topic) > 0;
  const sayable = sayableIn(passage.text).filter(
    (sentence) => !told.includes(sentence.slice(8, -1)) && (isTitled || shares(words, sentence) > 0),
  );
  const line = choose(random, mostAbout(words, sayable));
  if (line === null) return nothingLeft(topic, isTitled, asked, person, input, random, told);
  if (own.some((word) => word.length > 2 && topic.toLowerCase().includes(word)))
    return say(random, OF_THEMSELVES, { name, topic, told: line }, told);
  const known = quotable(sentenceAbout(topic, line));
  return say(random, TELLS[mannerOf(person.disposition)], { name, line: known }, told);
}

/** Of what can be said, what is most about it. */
function mostAbout(words: readonly string[], sentences: readonly string[]): readonly string[] {
  const most = Math.max(0, ...sentences.map((sentence) => shares(words, sentence)));
  return sentences.filter((sentence) => shares(words, sentence) === most).slice(0, 3);
}

function nothingLeft(
  topic: string,
  isTitled: boolean,
  asked: Asked | null,
  person: CastMember,
  input: NarrateInput,
  random: KeyedRandom,
  told: string,
): string {
  if (!isTitled) return unknownTopic(asked, person, input, random, told);
  return say(random, TOLD_ALREADY, { name: shortName(person.name), topic }, told);
}

/** Something that is known by now and bears on it. */
function knownFact(
  words: readonly string[],
  person: CastMember,
  { packet, personaId }: NarrateInput,
  random: KeyedRandom,
  told: string,
): string | null {
  const fact = packet.facts.find(
    ({ text, subjectId }) =>
      subjectId !== personaId &&
      sayableIn(text).length > 0 &&
      shares(words, text) >= 2 &&
      !told.includes(text.slice(0, -1)),
  );
  if (fact === undefined) return null;
  const phrases = TELLS[mannerOf(person.disposition)];
  return say(random, phrases, { name: shortName(person.name), line: quotable(fact.text) }, told);
}

function unknownTopic(
  asked: Asked | null,
  person: CastMember,
  input: NarrateInput,
  random: KeyedRandom,
  told: string,
): string {
  const name = shortName(person.name);
  const topic = asked?.kind === 'topic' ? spoken(asked.topic) : null;
  if (topic !== null && isRepeated(input)) return say(random, TOLD_ALREADY, { name, topic }, told);
  if (topic !== null) return say(random, REFUSES[mannerOf(person.disposition)], { name, topic }, told);
  const form = formOf(input.playerText);
  return say(random, form === null ? UNCLEAR : NO_ANSWER[form], { name }, told);
}

const SEEN_FROM_THERE: Readonly<Record<string, string>> = { my: 'your', our: 'your', your: 'my' };

/** The player's word for it, in somebody else's mouth. */
function spoken(topic: string): string {
  return topic
    .replace(
      /\b(my|our|your|her|his|their)\b/gi,
      (_all, whose: string) => SEEN_FROM_THERE[whose.toLowerCase()] ?? 'that',
    )
    .replace(/^(?:in|on|at)\s+/i, '')
    .replace(/\s+(?:that|who|which|when|if|whether|because|and|but|what|how)\s.*$/i, '')
    .trim();
}
