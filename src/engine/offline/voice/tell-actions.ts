import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { dropHead } from '../grammar/action.ts';
import { findHeadNoun, listNameWords, toSpokenName } from '../grammar/lexicon.ts';
import { type Deed, findVerb, SPEECH_DEEDS } from '../grammar/verbs.ts';
import {
  addFullStop,
  capitalise,
  countShared,
  fromThirdPerson,
  joinRaw,
  listContentStems,
  normalise,
  stem,
  tokenise,
  toList,
  toParagraph,
} from '../grammar/words.ts';

type Packet = NarrateInput['packet'];

/** Person, thing, way or place of the packet that an act names. */
type Named = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'person' | 'thing' | 'place' | 'self';
};

/** One act of the Reading, as its words name it. */
type Act = {
  readonly deed: Deed;
  readonly verb: string;
  readonly does: string;
  /** Words beside the target: a matter, a purpose. */
  readonly topic: string;
  readonly target: Named | null;
  readonly named: readonly Named[];
};

/** Lists whom and what of the packet words name, in their order. */
function listNamed(does: string, { packet, personaId }: NarrateInput): readonly Named[] {
  const { cast, personas, entities, inventory, scene } = packet;
  const as = (kind: Named['kind']) => (one: { id: string; name: string }) => ({ ...one, kind });
  const known: Named[] = [
    { id: personaId, name: 'yourself', kind: 'self' },
    ...[...cast, ...personas.filter(({ id }) => id !== personaId)].map(as('person')),
    ...inventory.map(({ itemId, name }) => ({ id: itemId, name, kind: 'thing' as const })),
    ...entities.map(as('thing')),
    ...scene.exits.map(({ to, label, name = label }) => ({ id: to, name, kind: 'thing' as const })),
    ...(scene.place === null ? [] : [scene.place].map(as('place'))),
  ];
  return known
    .map(({ id, name, kind }) => ({ id, name, kind, at: findWords(does, toSpokenName(name)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.name.length - one.name.length);
}

/** Finds where a text has these words, whole: the key is not in "the keyhole". Gives -1 where it has not. */
function findWords(text: string, words: string): number {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const isWhole = ![text[at - 1], text[at + words.length]].some((next) => /\p{L}/u.test(next ?? ''));
    if (isWhole) return at;
  }
  return -1;
}

/** Reads what an act is: its verb, and whom and what it names. Returns null for words outside the grammar. */
export function readAct(does: string, input: NarrateInput): Act | null {
  const found = findVerb(tokenise(does));
  const named = listNamed(does, input);
  // "go into the lamp room" names no way from here.
  const isNowhere = found?.deed === 'go' && named.length === 0;
  if (found === null || found.isTypo || found.isPast || isNowhere) return null;
  const { verb, rest } = found;
  const isInto = /^look (?!at |around)\w/.test(does);
  const deed = isInto ? 'search' : found.deed;
  const isHanded = deed === 'give' || deed === 'show';
  const target = (isHanded ? named.find(({ kind }) => kind === 'person') : undefined) ?? named[0] ?? null;
  if (target === null)
    return { deed, verb, does, topic: joinRaw(dropHead(rest, ['at', 'the', 'that', 'this'])), target, named };
  const [before = '', after = ''] = does.split(toSpokenName(target.name));
  const topic = deed === 'say' ? before.slice(verb.length).replace(/ to $/, '') : after;
  return { deed, verb, does, topic: topic.trim(), target, named };
}

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
  const own = listContentStems(name);
  const wanted = new Set(listContentStems(topic).filter((word) => word.length > 2));
  const fitting = sampleLines.map(toParagraph).filter((line) => {
    const shared = countShared(line, new Set([...wanted].filter((word) => !own.includes(word))));
    return !alreadySaid.includes(line) && (topic === '' || (shared > 0 && shared * 2 >= wanted.size));
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

/** Deeds that are told in their own way. Those that the rules carry out are told from the report of the rules. */
const TELLERS: Readonly<Partial<Record<Deed, (action: Act, input: NarrateInput) => string[]>>> = {
  around: (_action, { packet }) => tellPlace(packet),
  inventory: (_action, input) => [tellCarried(input)],
  look: (action, input) => [`You ${ownWords(action.does)}.`, ...tellLook(action, input)],
  gesture: ({ does }) => [addFullStop(`You ${ownWords(does)}`)],
  wait: ({ does }, input) => {
    if (isFight(input)) return [`You do not ${does}: a fight goes on.`, tellPeople(input.packet)];
    const isSaid = input.span === '' || !does.startsWith('wait until');
    return [`You ${does}${isSaid ? '' : `; ${tellPassingTime(input.span)}`}.`, tellPeople(input.packet)];
  },
  go: (action, input) => {
    if (action.target?.kind !== 'place') return [`You do not ${action.does}.`];
    return [...(isReported(action, input) ? [] : [`You ${action.does}.`]), ...tellPlace(input.packet)];
  },
  ...{ take: tellCarriedOut, drop: tellCarriedOut, give: tellCarriedOut, pay: tellCarriedOut },
  rest: (action, input) =>
    isReported(action, input) ? [tellPeople(input.packet)] : tellCarriedOut(action, input),
};
/** Deeds whose doing is certain; only their result may be open. */
const DECIDED: readonly string[] = ['attack', 'cast', 'search', 'seek', 'help', 'show', 'flee', 'yield'];

/** Deeds that have succeeded where something comes to light. */
const OPENING: ReadonlySet<string> = new Set(['use', 'open']);

/** Tells one action of the player in paragraphs, from the records about its target. */
export function tellAct(action: Act, input: NarrateInput, random: KeyedRandom): string[] {
  const { deed, target, does } = action;
  const tell = TELLERS[target?.kind === 'self' && deed === 'look' ? 'inventory' : deed];
  if (tell !== undefined) return tell(action, input);
  if (input.tableDue !== null) return [`You try to ${does}. A roll decides.`];
  const hasResult = input.outcome !== null || isAnswered(input) || input.rolled !== null;
  const told = tellAttempt(action, input);
  if (SPEECH_DEEDS.includes(deed)) return [told, ...(hasResult ? [] : tellAnswer(action, input, random))];
  if (hasResult) return [told];
  return [`${told} ${['search', 'seek'].includes(deed) ? 'You find nothing new.' : NOTHING_WRITTEN}`];
}

function tellCarriedOut(action: Act, input: NarrateInput): string[] {
  const why = isFight(input) ? 'a fight goes on' : 'the rules do not carry it out';
  if (isReported(action, input)) return [];
  // An authored answer tells what comes of it.
  return [isAnswered(input) ? `You try to ${ownWords(action.does)}.` : `You do not ${action.does}: ${why}.`];
}

/** An attempt is told as one, unless its doing is certain. What the player says of themselves stands in quotation marks. */
function tellAttempt({ deed, does, topic, verb }: Act, input: NarrateInput): string {
  // A power of the sheet that the rules carry out.
  const isUsed = deed === 'use' && topic !== '' && input.outcome?.text.includes(` uses ${topic}.`) === true;
  const isSpeech = SPEECH_DEEDS.includes(deed);
  // An authored answer tells itself whether it succeeds; what is heavy may not be lifted.
  const isFound =
    OPENING.has(deed) && verb !== 'lift' && input.revealed.length > 0 && !input.responses?.length;
  // An authored answer may be that the blow is never struck, or the thing too heavy.
  const isCertain =
    deed === 'attack'
      ? !isAnswered(input) && input.outcome?.text.includes(' has to wait: ') !== true
      : (DECIDED.includes(deed) && (deed !== 'flee' || isFight(input))) ||
        isUsed ||
        (input.outcome === null && (isSpeech || isFound));
  const isOwn = isSpeech && !/["“«]/u.test(topic) && /\b(?:I|I'm|I'll|me|my|mine|we|us|our)\b/.test(topic);
  const told = isOwn ? does.replace(` ${topic}`, `: “${topic}”`) : ownWords(does);
  return addFullStop(`You ${isCertain ? '' : 'try to '}${told}`);
}

/** The player's own things said to the player, outside quotations: `raise my glass` as `raise your glass`. */
export function ownWords(text: string): string {
  return /["“«]/u.test(text) ? text : text.replace(/\bmyself\b/g, 'yourself').replace(/\bmy\b/g, 'your');
}

function isReported(act: Act, { done }: NarrateInput): boolean {
  return done.some((sentence) => isReport(sentence, act));
}

/** Tells whether a sentence of the rules names everything an act is about. */
export function isReport(sentence: string, { deed, named }: Act): boolean {
  const words = deed === 'rest' ? ['rest'] : named.flatMap(({ name }) => listNameWords(name).map(stem));
  const said = tokenise(sentence).map(({ word }) => stem(word));
  return words.length > 0 && words.every((word) => said.includes(word));
}

/** Tells the things the player carries. Numbers of the sheet are not told in prose. */
function tellCarried({ packet, personaId }: NarrateInput): string {
  const carried = packet.inventory
    .filter(({ ownerId }) => ownerId === personaId)
    .map(({ name, quantity }) => (quantity === 1 ? name : `${name} (${quantity})`));
  return carried.length === 0 ? 'You carry nothing.' : `You carry: ${carried.join(', ')}.`;
}

function tellLook(action: Act, input: NarrateInput): string[] {
  const { cast, entities, inventory, lore, scene } = input.packet;
  const { id, name } = action.target ?? {};
  const person = cast.find((each) => each.id === id);
  const exit = scene.exits.find(({ to }) => to === id);
  const { description = '', disposition = '', condition = '', carries = [] } = person ?? {};
  const told = [
    [...new Set([description, disposition, condition].map(toParagraph))]
      .filter(Boolean)
      .map(addFullStop)
      .join(' '),
    carries.length === 0 ? '' : `${person?.name} carries ${toList(carries)}.`,
    toParagraph(entities.find((each) => each.id === id)?.description ?? ''),
    toParagraph(inventory.find(({ itemId }) => itemId === id)?.description ?? ''),
    exit === undefined ? '' : tellExit(exit),
  ].filter((text) => text !== '');
  if (told.length > 0 || isAnswered(input)) return told;
  const record = lore.find(({ title }) => title === name);
  const seen = record === undefined ? tellScenery(action, input) : toParagraph(record.text);
  return [seen === '' ? 'You learn nothing more about it.' : seen];
}

/** Returns the sentences of the place and its prologue that mention a piece of scenery, as they were written. */
function tellScenery({ target, topic }: Act, { packet, prologueHere = '' }: NarrateInput): string {
  const { name = '', description = '', atmosphere = [] } = packet.scene.place ?? {};
  const noun = target === null ? stem(findHeadNoun(topic) ?? '') : '';
  const people = [...packet.cast, ...packet.personas].map((each) => each.name);
  const here = listContentStems([name, ...people].join(' '));
  // People the prologue names may have gone since.
  const isStillSo = (sentence: string) =>
    !/["“]/u.test(sentence) &&
    (sentence.slice(1).match(/\p{Lu}\p{L}+/gu) ?? []).every((word) => here.includes(stem(normalise(word))));
  const sentences = [description, ...atmosphere].flatMap(splitSentences);
  return [...sentences, ...splitSentences(prologueHere).filter(isStillSo)]
    .filter((sentence) => listContentStems(sentence).includes(noun))
    .join(' ');
}

function splitSentences(text: string): string[] {
  return toParagraph(text).split(/(?<=[.!?]["”’]?)(?<!\b(?:Mrs?|Ms|Dr|St)\.)\s+/u);
}

function tellExit({ label, name, blocked }: Packet['scene']['exits'][number]): string {
  const isNamed = name !== undefined && name !== label;
  const way = isNamed ? `${capitalise(label)}: the way to ${name}.` : `The way on: ${label}.`;
  return blocked === null ? way : `${way} Not open: ${addFullStop(blocked)}`;
}

function tellAnswer(
  { deed, does, target, topic, verb }: Act,
  input: NarrateInput,
  random: KeyedRandom,
): string[] {
  // The person spoken to may have been left behind.
  if (target === null)
    return deed === 'say' && !/ to \p{Lu}[^"”»]*$/u.test(does) ? ['Nobody in particular is spoken to.'] : [];
  const isTold = input.actions.some((each) => each.characterId === target.id && tellReaction(each) !== '');
  const person = input.packet.cast.find(({ id }) => id === target.id);
  // Another player's character answers by its own player.
  if (isTold || person === undefined) return [];
  const said = input.conversation.map(({ narration }) => narration).join('\n');
  return [writeAnswer(person, toMatter(topic, verb), said, random)];
}

/** The matter of what is said. Any line answers a greeting; nothing but a fitting one answers an accusation. */
export function toMatter(topic: string, verb: string): string {
  return topic === '' && !['talk', 'greet', 'say'].includes(verb) ? verb : topic;
}

export function isFight({ packet }: Pick<NarrateInput, 'packet'>): boolean {
  return packet.activeSituations.some((line) => line.startsWith('A fight, '));
}

/** Tells whether something came to light or an authored answer was given. */
export function isAnswered({ revealed, responses = [] }: NarrateInput): boolean {
  return revealed.length + responses.length > 0;
}

/** `about ten minutes` as `about ten minutes pass`. */
export function tellPassingTime(span: string): string {
  const isOne = /^(?:(?:about|almost|nearly|some|just)\s+)?(?:an?|one|half|1)\s/i.test(`${span} `);
  return `${span} ${isOne ? 'passes' : 'pass'}`;
}

/** A sentence of the rules about the player's character, said to the player: `Abdi takes the slate.` as `You take the slate.` */
export function toSecondPerson(sentence: string, name: string): string {
  const subject = [name, name.split(' ')[0] ?? ''].find(
    (each) => each !== '' && sentence.startsWith(`${each} `),
  );
  const [verb = '', ...rest] = sentence.slice((subject ?? '').length + 1).split(' ');
  if (subject === undefined || !/^(?:now|[a-z]+s)$/.test(verb)) return sentence;
  const told = [
    'You',
    ...(verb === 'now' ? ['now', 'have', ...rest.slice(1)] : [fromThirdPerson(verb), ...rest]),
  ];
  return told.join(' ').replace(/ (?:An?|The) /g, ' the ');
}

/** Tells the visible action of another character. Characters who only wait are left out. */
export function tellReaction({ name, action }: NarrateInput['actions'][number]): string {
  const text = toParagraph(action);
  if (text === writeWaiting(name) || text === '') return '';
  if (text.startsWith(name.split(' ')[0] ?? name)) return addFullStop(text);
  return /^["“]/u.test(text)
    ? `${name}: ${text}`
    : addFullStop(`${name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
}

/** Tells the place as its author wrote it, then the people and things here and the ways on. */
function tellPlace(packet: Packet): string[] {
  const { place, exits, date } = packet.scene;
  const time = date.replace(/(\d\d:\d\d):\d\d/, '$1');
  const things = packet.entities.map(({ name }) => toSpokenName(name));
  const ways = exits.map(({ label, name, blocked }) => {
    const way = name === undefined || name === label ? label : `${label} (${name})`;
    return blocked === null ? way : `${way}, not open: ${blocked.replace(/\.$/, '')}`;
  });
  return [
    place === null ? '' : addFullStop([place.name, time].filter(Boolean).join('. ')),
    toParagraph(place?.description ?? ''),
    (place?.atmosphere ?? []).map(toParagraph).join(' '),
    tellPeople(packet),
    things.length === 0 ? '' : `You see ${toList(things)}.`,
    ways.length === 0 ? '' : addFullStop(`Ways from here: ${ways.join('; ')}`),
  ].filter((paragraph) => paragraph !== '');
}

/** Tells the other people here, each with their role and condition. */
function tellPeople({ cast }: Packet): string {
  const people = cast.map(({ name, role, condition }) => {
    const about = [toParagraph(role).replace(/\.$/, ''), condition].filter(Boolean).join('; ');
    return about === '' ? name : `${name} (${about})`;
  });
  return people.length === 0 ? 'Nobody else is here.' : `Here: ${toList(people)}.`;
}

const MOST_PROFILE_WORDS = 80;

/**
 * Tells the first scene: the player's character, the place, its constraints and the stakes. Leaves out goals, which the client
 * shows beside the prose, and directions to a game master.
 */
export function tellOpening({ packet, personaId, opening }: NarrateInput): string[] {
  const persona = packet.personas.find(({ id }) => id === personaId) ?? packet.personas[0];
  return [
    persona === undefined ? '' : tellPersona(persona.name, persona.profile),
    ...tellPlace(packet),
    packet.scene.constraints.map(toParagraph).join(' '),
    toParagraph(opening?.stakes ?? ''),
  ].filter((paragraph) => paragraph !== '');
}

/** Lines of a first profile that a player reads beside the prose: birth, character, place, aims. */
const BESIDE_PROSE = /^(?:Born |(?:Character|Now|Aims): )/;

/** Tells who the player's character is, in sentences up to a limit. A profile that begins with the name is not told it twice. */
function tellPersona(name: string, written: string): string {
  let count = 0;
  const profile = toParagraph(
    written
      .split('\n')
      .filter((line) => !BESIDE_PROSE.test(line))
      .join('\n'),
  );
  const about = (profile.startsWith(`${name}. `) ? profile.slice(name.length + 2) : profile)
    .split(/(?<=[.!?]["”’]?)\s+/u)
    .filter((sentence) => {
      count += sentence.split(' ').length;
      return count <= MOST_PROFILE_WORDS;
    });
  return `You are ${name}. ${about.join(' ')}`.trim();
}
