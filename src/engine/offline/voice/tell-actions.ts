import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import type { Action } from '../grammar/action.ts';
import { findHeadNoun } from '../grammar/lexicon.ts';
import { SPEECH_DEEDS } from '../grammar/speech.ts';
import {
  addFullStop,
  capitalise,
  fromThirdPerson,
  listContentStems,
  normalise,
  stem,
  tokenise,
  toList,
  toParagraph,
} from '../grammar/words.ts';
import { tellPeople, tellPlace } from './place.ts';

/** Character with the sample lines its author wrote. */
type Speaker = { readonly name: string; readonly sampleLines: readonly string[] };

/**
 * Writes the answer of a character who was spoken to. Repeats a sample line as it was written: any line when no matter was
 * named, otherwise only one that has at least half of the words of the matter. Without such a line, says that nothing is written.
 */
export function writeAnswer(
  { name, sampleLines }: Speaker,
  topic: string,
  alreadySaid: string,
  random: KeyedRandom,
): string {
  const wanted = new Set(listContentStems(topic).filter((word) => word.length > 2));
  const own = new Set(listContentStems(name));
  const fitting = sampleLines.map(toParagraph).filter((line) => {
    if (alreadySaid.includes(line)) return false;
    const shared = new Set(listContentStems(line).filter((word) => wanted.has(word) && !own.has(word)));
    return topic === '' || (shared.size > 0 && shared.size * 2 >= wanted.size);
  });
  if (fitting.length === 0) return writeNoAnswer(name);
  const line = fitting[random.below(fitting.length)] ?? '';
  return `${name}: “${line.replace(/^["“]|["”]$/gu, '')}”`;
}

/** Writes the sentence for a character whose author wrote no fitting line. */
export function writeNoAnswer(name: string): string {
  return `${name} has no authored answer to that.`;
}

/** Writes the sentence for a character who does nothing; the narration leaves it out. */
export function writeWaiting(name: string): string {
  return `${name} waits.`;
}

export const NOTHING_WRITTEN = 'Nothing is written about what comes of it.';

/** Deeds the rules carry out by themselves; they are narrated from the report of the rules. */
const CARRIED_OUT: readonly string[] = ['take', 'drop', 'give', 'pay', 'rest'];

/** Tells one action of the player in paragraphs, from the records about its target. */
export function tellAct(action: Action, input: NarrateInput, random: KeyedRandom): string[] {
  const { deed, target } = action;
  if (deed === 'around') return tellPlace(input.packet);
  if (deed === 'inventory' || target?.kind === 'self') return tellPersona(input);
  if (deed === 'go') return tellArrival(action, input);
  if (deed === 'wait') return [...tellWait(action, input), tellPeople(input.packet)];
  if (CARRIED_OUT.includes(deed)) return tellCarriedOut(action, input);
  if (deed === 'look') return [`You ${ownWords(action.does)}.`, ...tellLook(action, input)];
  if (deed === 'gesture') return [addFullStop(`You ${ownWords(action.does)}`)];
  if (input.tableDue !== null) return [`You try to ${action.does}. A roll decides.`];
  if (SPEECH_DEEDS.includes(deed)) return [tellAttempt(action, input), ...tellAnswer(action, input, random)];
  if (hasResult(input)) return [tellAttempt(action, input)];
  const isSearch = deed === 'search' || deed === 'seek';
  const end = isSearch ? 'You find nothing new.' : NOTHING_WRITTEN;
  return [`${tellAttempt(action, input)} ${end}`];
}

const DECIDED: readonly string[] = ['attack', 'cast', 'search', 'seek', 'help', 'show'];

/** An attempt is told as one, unless its doing is certain. What the player says of themselves stands in quotation marks. */
function tellAttempt({ deed, does, topic }: Action, input: NarrateInput): string {
  const isSpeech = SPEECH_DEEDS.includes(deed);
  // An authored answer may be that the blow is never struck.
  const isCertain =
    deed === 'attack' && isAnswered(input)
      ? false
      : DECIDED.includes(deed) || (input.outcome === null && (isSpeech || isAnswered(input)));
  const isOwn = isSpeech && !/["“«]/u.test(topic) && /\b(?:I|I'm|I'll|me|my|mine|we|us|our)\b/.test(topic);
  const told = isOwn ? does.replace(` ${topic}`, `: “${topic}”`) : ownWords(does);
  return addFullStop(`You ${isCertain ? '' : 'try to '}${told}`);
}

/** The player's own things said to the player, outside quotations: `raise my glass` as `raise your glass`. */
function ownWords(text: string): string {
  return /["“«]/u.test(text) ? text : text.replace(/\bmyself\b/g, 'yourself').replace(/\bmy\b/g, 'your');
}

function tellCarriedOut(action: Action, input: NarrateInput): string[] {
  if (isReported(action, input)) return action.deed === 'rest' ? [tellPeople(input.packet)] : [];
  const why = isFight(input) ? 'a fight goes on' : 'the rules do not carry it out';
  return [`You do not ${action.does}: ${why}.`];
}

function tellArrival(action: Action, input: NarrateInput): string[] {
  if (action.target?.kind !== 'place') return [`You do not ${action.does}.`];
  return [...(isReported(action, input) ? [] : [`You ${action.does}.`]), ...tellPlace(input.packet)];
}

function tellWait(action: Action, input: NarrateInput): string[] {
  if (isFight(input)) return [`You do not ${action.does}: a fight goes on.`];
  const isSaid = input.span === '' || !action.does.startsWith('wait until');
  return [isSaid ? `You ${action.does}.` : `You ${action.does}; ${tellPassingTime(input.span)}.`];
}

/** Whether one sentence of what was done names everything the action is about. */
function isReported({ deed, target, items }: Action, { done }: NarrateInput): boolean {
  const named = [target, ...items].flatMap((each) => (each === null ? [] : each.own));
  const words = deed === 'rest' ? ['rest'] : named.map(stem);
  return done.some((sentence) => {
    const said = tokenise(sentence).map(({ word }) => stem(word));
    return words.every((word) => said.includes(word));
  });
}

/** Tells the things the player carries. Numbers of the sheet are not told in prose. */
function tellPersona({ packet, personaId }: NarrateInput): string[] {
  const carried = packet.inventory
    .filter(({ ownerId }) => ownerId === personaId)
    .map(({ name, quantity }) => (quantity === 1 ? name : `${name} (${quantity})`));
  return [carried.length === 0 ? 'You carry nothing.' : `You carry: ${carried.join(', ')}.`];
}

function tellLook(action: Action, input: NarrateInput): string[] {
  const { cast, entities, inventory, lore, scene } = input.packet;
  const id = action.target?.id;
  const person = cast.find((each) => each.id === id);
  const exit = scene.exits.find(({ to }) => to === id);
  const told = [
    ...(person === undefined ? [] : tellPerson(person)),
    toParagraph(entities.find((each) => each.id === id)?.description ?? ''),
    toParagraph(inventory.find(({ itemId }) => itemId === id)?.description ?? ''),
    exit === undefined ? '' : exitSentence(exit),
  ].filter((text) => text !== '');
  if (told.length > 0 || isAnswered(input)) return told;
  const record = lore.find(({ title }) => title === action.target?.name);
  const seen = record === undefined ? tellScenery(action, input) : toParagraph(record.text);
  return [seen === '' ? 'You learn nothing more about it.' : seen];
}

/** Returns the sentences of the place and its prologue that mention a piece of scenery, as they were written. */
function tellScenery({ target, topic }: Action, { packet, prologueHere = '' }: NarrateInput): string {
  const { scene } = packet;
  const noun = target === null ? stem(findHeadNoun(topic) ?? '') : '';
  const { name = '', description = '', atmosphere = [] } = scene.place ?? {};
  const here = listContentStems(
    [name, ...[...packet.cast, ...packet.personas].map((each) => each.name)].join(' '),
  );
  // People the prologue names may have gone since.
  const isStillSo = (sentence: string) =>
    !/["“]/u.test(sentence) &&
    (sentence.slice(1).match(/\p{Lu}\p{L}+/gu) ?? []).every((word) => here.includes(stem(normalise(word))));
  return [
    ...[description, ...atmosphere].flatMap(splitSentences),
    ...splitSentences(prologueHere).filter(isStillSo),
  ]
    .filter((sentence) => listContentStems(sentence).includes(noun))
    .join(' ');
}

function splitSentences(text: string): string[] {
  return toParagraph(text).split(/(?<=[.!?]["”’]?)(?<!\b(?:Mrs?|Ms|Dr|St)\.)\s+/u);
}

function tellPerson({
  name,
  description,
  disposition,
  condition,
  carries,
}: NarrateInput['packet']['cast'][number]): string[] {
  const seen = [description, disposition, condition].map(toParagraph).filter((text) => text !== '');
  return [seen.map(addFullStop).join(' '), carries.length === 0 ? '' : `${name} carries ${toList(carries)}.`];
}

function exitSentence({ label, name, blocked }: NarrateInput['packet']['scene']['exits'][number]): string {
  const way =
    name === undefined || name === label
      ? `The way on: ${label}.`
      : `${capitalise(label)}: the way to ${name}.`;
  return blocked === null ? way : `${way} Not open: ${addFullStop(blocked)}`;
}

function tellAnswer({ target, topic, verb }: Action, input: NarrateInput, random: KeyedRandom): string[] {
  if (target === null) return ['Nobody in particular is spoken to.'];
  const isTold = input.actions.some((each) => each.characterId === target.id && tellReaction(each) !== '');
  if (hasResult(input) || isTold) return [];
  const person = input.packet.cast.find(({ id }) => id === target.id);
  // Another player's character answers by its own player.
  if (person === undefined) return [];
  const said = input.conversation.map(({ narration }) => narration).join('\n');
  // Any line answers a greeting; nothing but a fitting one answers an accusation.
  const matter = topic === '' && !['talk', 'greet', 'say'].includes(verb) ? verb : topic;
  return [writeAnswer(person, matter, said, random)];
}

export function isFight({ packet }: Pick<NarrateInput, 'packet'>): boolean {
  return packet.activeSituations.some((line) => line.startsWith('A fight, '));
}

/** Tells whether the rules or the author provide text for this turn. */
function hasResult(input: NarrateInput): boolean {
  return input.outcome !== null || isAnswered(input) || input.rolled !== null;
}

/** `about ten minutes` as `about ten minutes pass`. */
export function tellPassingTime(span: string): string {
  const isOne = /^(?:(?:about|almost|nearly|some|just)\s+)?(?:an?|one|half|1)\s/i.test(`${span} `);
  return `${span} ${isOne ? 'passes' : 'pass'}`;
}

/** A sentence of the rules about the player's character, said to the player: `Abdi takes the slate.` as `You take the slate.` */
export function toSecondPerson(sentence: string, name: string): string {
  const [first = ''] = name.split(' ');
  const subject = [name, first].find((each) => each !== '' && sentence.startsWith(`${each} `));
  if (subject === undefined) return sentence;
  const told = sentence.slice(subject.length + 1);
  if (told.startsWith('now has '))
    return `You now have ${told.slice('now has '.length)}`.replace(/ (?:An?|The) /g, ' the ');
  const [verb = '', ...rest] = told.split(' ');
  const done = /^[a-z]+s$/.test(verb) ? ['You', fromThirdPerson(verb), ...rest].join(' ') : sentence;
  return done.replace(/ (?:An?|The) /g, ' the ');
}

/** Tells the visible action of another character. Characters who only wait are left out. */
export function tellReaction({ name, action }: NarrateInput['actions'][number]): string {
  const text = toParagraph(action);
  if (text === writeWaiting(name) || text === '') return '';
  const [first = name] = name.split(' ');
  if (text.startsWith(name) || text.startsWith(first)) return addFullStop(text);
  return /^["“]/u.test(text)
    ? `${name}: ${text}`
    : addFullStop(`${name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}

/** Tells whether something came to light or an authored answer was given. */
export function isAnswered({ revealed, responses = [] }: NarrateInput): boolean {
  return revealed.length + responses.length > 0;
}
