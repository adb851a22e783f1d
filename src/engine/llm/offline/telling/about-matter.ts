import type { NarrateInput } from '../../narrate-input.ts';
import { choose, say } from '../grammar.ts';
import { passageAbout, sayableIn, sentenceAbout, shares, topicWords } from '../speech/about-topic.ts';
import { mannerOf } from '../speech/manner.ts';
import { quotable } from '../speech/own-lines.ts';
import { type Asked, formOf } from '../speech/question.ts';
import { midSentence, shortName } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';
import type { Answering } from './answering.ts';
import { isRepeated } from './deed.ts';
import {
  NO_ANSWER,
  OF_THE_ASKER,
  OF_THEMSELVES,
  REFUSES,
  TELLS,
  TOLD_ALREADY,
  UNCLEAR,
} from './reply-phrases.ts';

/** What somebody says about a matter: what the lore or the known facts have of it, or that there is nothing they could tell. */
export function aboutTopic(asked: Asked | null, answering: Answering): string {
  const { person, input, random, told } = answering;
  const name = shortName(person.name);
  const own = person.name.toLowerCase().split(/\s+/);
  const said = topicWords(spokenTo(input.playerText).matter);
  const words = said.filter((word) => !own.includes(word));
  // What is written of somebody is for others to tell, unless it is they who are asked about.
  const lore = input.packet.lore.filter(
    ({ title }) => words.length < said.length || !title.startsWith(person.name),
  );
  const mention = choose(random, mentions(asked, lore, told));
  if (mention !== null) return says(quotable(mention), answering);
  const passage = passageAbout(words, lore);
  if (passage === undefined) {
    return knownFact(words, answering) ?? unknownTopic(asked, answering);
  }
  const topic = midSentence(passage.title.split(' > ')[0] ?? passage.title);
  const isItsOwn = shares(words, topic) > 0;
  const sayable = sayableIn(passage.text).filter(
    (sentence) => !told.includes(sentence.slice(8, -1)) && (isItsOwn || shares(words, sentence) > 0),
  );
  const line = choose(random, mostAbout(words, sayable));
  if (line === null) return nothingLeft(topic, isItsOwn, asked, answering);
  if (own.some((word) => word.length > 2 && topic.toLowerCase().includes(word)))
    return say(random, OF_THEMSELVES, { name, topic, told: line }, told);
  return says(quotable(sentenceAbout(topic, line, passage.text.trim().startsWith(line))), answering);
}

function says(line: string, { person, random, told }: Answering): string {
  return say(random, TELLS[mannerOf(person.disposition)], { name: shortName(person.name), line }, told);
}

const ONE_THING = /^(?:(?:[Tt]he|[Tt]his|[Tt]hat)\s+(?<noun>\p{L}+)|(?<name>\p{Lu}\p{L}+))$/u;
const MOST_MENTIONS = 3;

/** Of one thing that has no page of its own, what is said where it is mentioned: as `the king`, not any king. */
function mentions(
  asked: Asked | null,
  lore: NarrateInput['packet']['lore'],
  told: string,
): readonly string[] {
  const { noun, name } = (asked?.kind === 'topic' ? ONE_THING.exec(asked.topic)?.groups : undefined) ?? {};
  const word = noun ?? name;
  if (word === undefined || lore.some(({ title }) => isTitled(title, word))) return [];
  // Several of a kind may be spoken of without the article.
  const article = noun === undefined || noun.endsWith('s') ? '' : 'the\\s+';
  const phrase = new RegExp(`\\b${article}${word}\\b(?!['’]s)`, noun === undefined ? 'u' : 'iu');
  return lore
    .flatMap(({ text }) => sayableIn(text))
    .filter((sentence) => phrase.test(sentence) && !told.includes(sentence.slice(8, -1)))
    .slice(0, MOST_MENTIONS);
}

function isTitled(title: string, word: string): boolean {
  const [head = ''] = title.split(' > ');
  return new RegExp(`^(?:The\\s+)?${word}$`, 'iu').test(head);
}

/** Of what can be said, what is most about it. */
function mostAbout(words: readonly string[], sentences: readonly string[]): readonly string[] {
  const most = Math.max(0, ...sentences.map((sentence) => shares(words, sentence)));
  return sentences.filter((sentence) => shares(words, sentence) === most).slice(0, 3);
}

function nothingLeft(topic: string, isItsOwn: boolean, asked: Asked | null, answering: Answering): string {
  if (!isItsOwn) return unknownTopic(asked, answering);
  const { person, random, told } = answering;
  return say(random, TOLD_ALREADY, { name: shortName(person.name), topic }, told);
}

/** Something that is known by now and bears on it. */
function knownFact(words: readonly string[], answering: Answering): string | null {
  const { told } = answering;
  const { packet, personaId } = answering.input;
  const fact = packet.facts.find(
    ({ text, subjectId }) =>
      subjectId !== personaId &&
      sayableIn(text).length > 0 &&
      shares(words, text) >= 2 &&
      !told.includes(text.slice(0, -1)),
  );
  if (fact === undefined) return null;
  return says(quotable(fact.text), answering);
}

function unknownTopic(asked: Asked | null, { person, input, random, told }: Answering): string {
  const name = shortName(person.name);
  const topic = asked?.kind === 'topic' ? spoken(asked.topic) : null;
  if (topic !== null && isTheAsker(topic, input)) return say(random, OF_THE_ASKER, { name }, told);
  if (topic !== null && isRepeated(input)) return say(random, TOLD_ALREADY, { name, topic }, told);
  if (topic !== null) return say(random, REFUSES[mannerOf(person.disposition)], { name, topic }, told);
  const form = formOf(input.playerText);
  return say(random, form === null ? UNCLEAR : NO_ANSWER[form], { name }, told);
}

/** `the king`, asked by the king. */
function isTheAsker(topic: string, { packet, personaId }: NarrateInput): boolean {
  const persona = packet.personas.find(({ id }) => id === personaId);
  const words = `${persona?.name ?? ''} ${persona?.profile ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const noun = topic.toLowerCase().replace(/^the\s+/, '');
  return /^the\s+\p{L}{4,}$/iu.test(topic) ? words.includes(noun) : persona?.name.toLowerCase() === noun;
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
