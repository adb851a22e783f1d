import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { Action } from '../grammar/action.ts';
import { SPEECH_DEEDS } from '../grammar/speech.ts';
import {
  capitalise,
  contentStems,
  fromThirdPerson,
  toList,
  toParagraph,
  withStop,
} from '../grammar/words.ts';
import { answerOf, waitsSentence } from './answers.ts';
import { tellPlace } from './place.ts';

/** Deeds the rules carry out by themselves; they are told from what the rules report. */
const CARRIED_OUT: readonly string[] = ['go', 'take', 'drop', 'give', 'wait', 'rest'];

/** The paragraphs that tell one action of the player, from what is on record about its target. */
export function tellAct(action: Action, input: NarrateInput, random: KeyedRandom): string[] {
  const { deed, target } = action;
  if (deed === 'around') return tellPlace(input.packet);
  if (deed === 'inventory' || target?.kind === 'self') return tellPersona(input);
  if (deed === 'go') return tellArrival(action, input);
  if (deed === 'wait' || deed === 'rest') return tellWait(action, input);
  if (CARRIED_OUT.includes(deed)) {
    return isReported(action, input) ? [] : [`You do not ${action.does}: the rules do not carry it out.`];
  }
  if (deed === 'look') return [`You ${action.does}.`, ...tellLook(action, input)];
  const line = withStop(`You ${action.does}`);
  if (SPEECH_DEEDS.includes(deed)) return [line, ...tellAnswer(action, input, random)];
  if (hasResult(input)) return [line];
  const isSearch = deed === 'search' || deed === 'seek';
  return [`${line} ${isSearch ? 'You find nothing new.' : 'Nothing is written about what comes of it.'}`];
}

function tellArrival(action: Action, input: NarrateInput): string[] {
  const isThere = action.target?.kind === 'place';
  const line = isReported(action, input) ? [] : isThere ? [`You ${action.does}.`] : [];
  return isThere ? [...line, ...tellPlace(input.packet)] : line;
}

function tellWait(action: Action, input: NarrateInput): string[] {
  if (isReported(action, input)) return [];
  return [input.span === '' ? `You ${action.does}.` : `You ${action.does}; ${passing(input.span)}.`];
}

/** Whether the rules report this action: its thing or place is named in what was done. */
function isReported({ deed, target, items }: Action, { done }: NarrateInput): boolean {
  const names = [target, ...items].flatMap((named) => (named === null ? [] : [named.own]));
  const words = deed === 'wait' || deed === 'rest' ? [['wait'], ['rest'], ['sleep'], ['long']] : names;
  return done.some((sentence) => {
    const said = contentStems(sentence);
    return words.some((name) => contentStems(name.join(' ')).every((word) => said.includes(word)));
  });
}

/** What the player carries. Numbers of the sheet are not told in prose. */
function tellPersona({ packet, personaId }: NarrateInput): string[] {
  const carried = packet.inventory
    .filter(({ ownerId }) => ownerId === personaId)
    .map(({ name, quantity }) => (quantity === 1 ? name : `${name} (${quantity})`));
  return [carried.length === 0 ? 'You carry nothing.' : `You carry: ${carried.join(', ')}.`];
}

function tellLook(action: Action, input: NarrateInput): string[] {
  const { packet } = input;
  const id = action.target?.id;
  const person = packet.cast.find((each) => each.id === id);
  const thing = packet.entities.find((each) => each.id === id);
  const exit = packet.scene.exits.find(({ to }) => to === id);
  const texts =
    person !== undefined
      ? [
          [person.description, person.disposition, person.condition]
            .map(toParagraph)
            .filter(Boolean)
            .map(withStop)
            .join(' '),
          person.carries.length === 0 ? '' : `${person.name} carries ${toList(person.carries)}.`,
        ]
      : thing !== undefined
        ? [toParagraph(thing.description)]
        : exit === undefined
          ? []
          : [exitSentence(exit)];
  const told = texts.filter((text) => text !== '');
  return told.length > 0 || input.revealed.length > 0 ? told : ['Nothing more is written about it.'];
}

function exitSentence({ label, name, blocked }: NarrateInput['packet']['scene']['exits'][number]): string {
  const way =
    name === undefined || name === label
      ? `The way on: ${label}.`
      : `${capitalise(label)}: the way to ${name}.`;
  return blocked === null ? way : `${way} Not open: ${withStop(blocked)}`;
}

function tellAnswer({ target, topic }: Action, input: NarrateInput, random: KeyedRandom): string[] {
  if (target === null) return ['Nobody answers.'];
  if (hasResult(input) || input.actions.some(({ characterId }) => characterId === target.id)) return [];
  const person = input.packet.cast.find(({ id }) => id === target.id);
  // Another player's character answers by its own player.
  if (person === undefined) return [];
  const said = input.conversation.map(({ narration }) => narration).join('\n');
  return [answerOf(person, topic, said, random)];
}

/** Whether rules or author have something to say to this turn. */
function hasResult({ outcome, revealed, rolled }: NarrateInput): boolean {
  return outcome !== null || revealed.length > 0 || rolled !== null;
}

/** `about ten minutes` as `about ten minutes pass`. */
export function passing(span: string): string {
  const isOne = /^(?:(?:about|almost|nearly|some|just)\s+)?(?:an?|one|half|1)\s/i.test(`${span} `);
  return `${span} ${isOne ? 'passes' : 'pass'}`;
}

/** A sentence of the rules about the player's character, said to the player: `Abdi takes the slate.` as `You take the slate.` */
export function toSecondPerson(sentence: string, name: string): string {
  const [first = ''] = name.split(' ');
  const subject = [name, first].find((each) => each !== '' && sentence.startsWith(`${each} `));
  if (subject === undefined) return sentence;
  const [verb = '', ...rest] = sentence.slice(subject.length + 1).split(' ');
  const done = /^[a-z]+s$/.test(verb) ? ['You', fromThirdPerson(verb), ...rest].join(' ') : sentence;
  return done.replace(/ (?:An?|The) /g, ' the ');
}

/** What somebody else visibly did. Those who only wait are not told. */
export function tellReaction({ name, action }: NarrateInput['actions'][number]): string {
  const text = toParagraph(action);
  if (text === waitsSentence(name) || text === '') return '';
  const [first = name] = name.split(' ');
  if (text.startsWith(name) || text.startsWith(first)) return withStop(text);
  return /^["“]/u.test(text)
    ? `${name}: ${text}`
    : withStop(`${name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}
