import type { ModeInput } from '../step-inputs.ts';
import { ended } from './ended.ts';
import { sentencesOf } from './grammar.ts';
import { openMatter } from './open-matter.ts';
import { askedOfSheet } from './read-sheet.ts';
import { shares, topicWords } from './speech/about-topic.ts';
import { askedIn } from './speech/question.ts';
import { capital, midSentence } from './speech/short-name.ts';

const RECORDS = '(No language model is in use, so this is what the records say.)';

/** An honest answer out of character: what the records hold on what was asked, and where things stand when it is nothing of that. */
export function dmOffline(input: ModeInput): string {
  const found = onRecord(input);
  const lines = found.length > 0 ? found : whereThingsStand(input);
  return [RECORDS, ...lines].join('\n');
}

/** What the question names: the date, one's own sheet, people, matters that are open, the rules. */
function onRecord({ playerText, packet, rulebook, personaId }: ModeInput): string[] {
  const words = topicWords(playerText);
  const about = (text: string) => shares(words, text) > 0;
  const persona = packet.personas.find(({ id }) => id === personaId) ?? packet.personas[0];
  const sheet = /\brules?\b/i.test(playerText) ? null : askedOfSheet(playerText, persona?.sheet ?? []);
  const asked = askedIn(playerText)?.kind;
  const known = [
    asked === 'time' ? `It is ${packet.scene.date}.` : '',
    asked === 'company' ? hereNow(packet) : '',
    sheet === null ? '' : ended(`${persona?.name ?? 'You'}: ${sheet}`),
    ...packet.facts
      .filter(({ text }) => shares(words, text) > 1)
      .slice(0, 3)
      .map(({ text }) => text),
    ...packet.threads
      .filter(({ title, stakes }) => about(`${title} ${stakes}`))
      .slice(0, 2)
      .map(openMatter),
    ...packet.clocks
      .filter(({ name }) => about(name))
      .map(({ name, value, max }) => `${name}: ${value} of ${max}.`),
  ].filter((line) => line !== '');
  const rules = sheet === null ? rulesOn(playerText, rulebook) : '';
  return rules === '' || (known.length > 0 && rules === NOT_IN_THE_RULES) ? known : [...known, rules];
}

const RULES =
  /\b(?:rules?|rolls?|dice|check|fight\w*|combat|clock|rest|death|damage|works?|mechanics?|allowed)\b/i;
/** Sentences that are written for whoever tells the story. */
const TO_THE_TELLER =
  /\b(?:narrate|narration|narrator|you tell|tell exactly|your prose|for the player|words, \d+ at most)\b/i;
/** Words a question about rules is made of, whatever it is about. */
const OF_ASKING = /\b(?:rules?|works?|mechanics?|explain|system|game|play(?:ing|ed)?)\b/gi;
/** A rulebook may speak of a fight without the word. */
const FIGHTING = /\b(?:combat|fights?|fighting|battle)\b/gi;
const MOST_RULES = 2;
const NOT_IN_THE_RULES =
  'The rules at hand say nothing of that by itself: what is risky is tried and rolled for, and the outcome binds.';

/** The one or two parts of the rules that are about it; of the rules as such, how they begin. */
function rulesOn(question: string, rulebook: string): string {
  const sentences = sentencesOf(rulebook.replace(/\n+/g, ' ')).flatMap(forPlayers);
  const plain = question
    .replace(OF_ASKING, ' ')
    .replace(FIGHTING, '$& rounds armor death damage attack strike');
  const words = topicWords(`? ${plain}`);
  const rated = sentences
    .flatMap((sentence) => sentence.split(/;\s+/).map(whole))
    .map((sentence) => ({ sentence, worth: shares(words, sentence) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth);
  if (rated.length > 0) return `The rules: ${texts(rated)}`;
  if (!RULES.test(question) || sentences.length === 0) return '';
  return words.length > 0
    ? NOT_IN_THE_RULES
    : `The rules in short: ${sentences.slice(0, MOST_RULES).join(' ')}`;
}

/** A sentence without the parts of it that are said to whoever tells the story. */
function forPlayers(sentence: string): string[] {
  const kept = sentence.split(/;\s+/).filter((part) => !TO_THE_TELLER.test(part));
  return kept.length === 0 ? [] : [ended(kept.join('; '))];
}

function whole(part: string): string {
  return ended(capital(part.replace(/\.$/, '')));
}

function texts(rated: readonly { readonly sentence: string }[]): string {
  return rated
    .slice(0, MOST_RULES)
    .map(({ sentence }) => sentence)
    .join(' ');
}

function whereThingsStand({ packet }: ModeInput): string[] {
  const { scene, threads, deadlines } = packet;
  const listed = (lines: readonly string[]) => lines.map(ended).join(' ');
  return [
    `It is ${scene.date}${scene.place === null ? '' : `, at ${midSentence(scene.place.name)}`}.`,
    hereNow(packet),
    threads.length === 0 ? '' : `Open: ${listed(threads.map(({ title }) => title))}`,
    deadlines.length === 0 ? '' : `Pressing: ${listed(deadlines.map(({ text }) => text))}`,
  ].filter((line) => line !== '');
}

function hereNow({ cast }: ModeInput['packet']): string {
  return cast.length === 0 ? 'Nobody else is here.' : `Here: ${cast.map(({ name }) => name).join(', ')}.`;
}
