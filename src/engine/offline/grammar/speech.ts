import {
  type Action,
  type ActionTarget,
  attempt,
  createAction,
  createWhomFault,
  dropHead,
  findOnlyPerson,
  type ParseContext,
  ParseFault,
  PERSON_NOUNS,
  PERSON_WORDS,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
  UNCLEAR,
} from './action.ts';
import type { NamedKind } from './lexicon.ts';
import { dropLeadIn, findVerb, isPlainVerb, type VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import {
  joinPhrase,
  joinRaw,
  STOP_WORDS,
  toPhrases,
  toWordSet,
  type Words,
  type WordToken,
} from './words.ts';

const PEOPLE: readonly NamedKind[] = ['person', 'absent'];
/** Words that end the name of the person spoken to. */
const AFTER_NAME = toWordSet(vocabulary.afterHearer);
/** Words that begin the description of a person: "the", "my". */
const BEFORE_NOUN = toWordSet(vocabulary.beforeNoun);
/** Words that describe behind a noun: "the man at the door". */
const DESCRIBING = toWordSet(vocabulary.describing);
/** Words that only say how. */
export const TRAILING = toWordSet(vocabulary.trailing);
const KEPT_VERBS = toWordSet(vocabulary.keptVerbs);

/** Reads "ask N about T", "tell N that T", "talk to N". */
export function parseSpeech({ deed, rest, verb }: VerbFound, context: ParseContext): Action {
  if (deed === 'say') return parseSaying(rest, verb, context);
  const isTalk = deed === 'talk';
  const command = isTalk ? 'talk to' : deed;
  const said = dropHead(rest, ['to', 'with', 'at']);
  const { to, topic, first, words } = readHearer(said, context, 'Say whom you speak to.', command);
  // "tell him a joke and pay him a penny": a deed that could not be read is not told as said.
  const isJoin = ({ word }: WordToken, at: number) =>
    word === 'and' && !isPlainVerb(words.slice(at - 1, at)) && isPlainVerb(words.slice(at + 1));
  const joined = words.findIndex(isJoin);
  if (joined >= 0 && first !== 'to') throw new ParseFault('One thing after the other, please.');
  if (topic === '' || (isTalk && first !== 'about')) {
    const [done, phrase] = KEPT_VERBS.has(verb) ? ([deed, verb] as const) : (['talk', 'talk to'] as const);
    return createAction(done, joinPhrase(phrase, to.spoken, topic), to, { topic, verb });
  }
  const done = isTalk || rest[0]?.word === 'me' ? 'ask' : deed;
  const does = joinPhrase(KEPT_VERBS.has(verb) ? verb : done, to.spoken, topic);
  return createAction(done, does, to, { topic, verb, isRequest: deed === 'ask' && first === 'to' });
}

/** Deeds done to a person by words: "persuade N to T", "threaten N", "lie to N about T". */
export function parseAppeal({ deed, verb, rest }: VerbFound, context: ParseContext): Action {
  const phrase = APPEALS.get(verb) ?? (deed === 'deceive' ? 'lie to' : verb);
  const { to, topic } = readHearer(rest, context, 'Say whom you mean.', phrase);
  return createAction(deed, joinPhrase(phrase, to.spoken, topic), to, { topic, verb });
}

/** Verbs of which only the first word is kept, with the words that belong to them. */
const APPEALS = new Map(toPhrases(vocabulary.appeals).map((words) => [words[0] ?? '', words.join(' ')]));

/** Reads the person spoken to, named or implied, and the words behind the name. */
function readHearer(tokens: Words, context: ParseContext, reason: string, command: string) {
  const { to: named, rest } = parseHearer(tokens, context);
  const topic = joinRaw(rest);
  const to = named ?? findImpliedHearer(context);
  if (to === null) throw createWhomFault(reason, context, (name) => joinPhrase(command, name, topic));
  return { to, topic, first: rest[0]?.word ?? '', words: rest };
}

/** Reads "say X to N", "say X", "whisper to N that X". Without a name the hearer is the last person spoken to. */
function parseSaying(rest: Words, verb: string, context: ParseContext): Action {
  if (rest.length === 0) throw new ParseFault('I do not know what you say.');
  const called = attempt(() => resolveTarget(rest, PEOPLE, context));
  if (called !== null) return createAction('talk', `talk to ${called.spoken}`, called);
  if (['to', 'at'].includes(rest[0]?.word ?? '')) {
    const heard = parseHearer(rest.slice(1), context);
    const words = joinRaw(dropHead(heard.rest, ['that']));
    if (words === '' && heard.to !== null)
      return createAction('talk', joinPhrase(verb, rest[0]?.word ?? '', heard.to.spoken), heard.to, { verb });
    return createSpeech(verb, words, heard.to ?? findImpliedHearer(context));
  }
  // "answer the phone": speech needs words of its own.
  if (['answer', 'call', 'reply'].includes(verb) && !rest.some(({ isQuote }) => isQuote))
    throw new ParseFault(UNCLEAR);
  return parseSaid(rest, verb, context);
}

/** Reads words that are said, with or without "to N" behind them. */
function parseSaid(rest: Words, verb: string, context: ParseContext): Action {
  const at = rest.findLastIndex(({ word, isQuote }) => word === 'to' && !isQuote);
  const whom = rest.slice(at + 1);
  // "say hello to the crowd" is not said to the person who is here.
  const isNamed = STOP_WORDS.has(whom[0]?.word ?? '') || /^\p{Lu}/u.test(whom[0]?.raw ?? '');
  const find = () => resolveTarget(whom, PEOPLE, context);
  const to = at <= 0 ? null : isNamed ? find() : attempt(find);
  return to === null
    ? createSpeech(verb, joinRaw(dropHead(rest, ['that'])), findImpliedHearer(context))
    : createSpeech(verb, joinRaw(rest.slice(0, at)), to);
}

const QUESTION_WORDS = toWordSet(vocabulary.questionWords);
const QUESTION =
  /^["“«](?:what|who|whose|whom|where|when|why|how|which|is|are|was|were|do|does|did|can|could|will|would|have|has)\b|^["“«].*\?["”»]?$/isu;

/** Speech in quotation marks, or behind the name of the hearer. A question is asked, all else is said. */
export function createSpeech(verb: string, words: string, to: ActionTarget | null): Action {
  if (words === '') throw new ParseFault('I do not know what you say.');
  if (to !== null && QUESTION.test(words))
    return createAction('ask', `ask ${to.spoken} ${words}`, to, { topic: words });
  const does = to === null ? `${verb} ${words}` : `${verb} ${words} to ${to.spoken}`;
  return createAction('say', does, to, { topic: words, verb });
}

/** Finds the person an unnamed question goes to: the last one spoken to, or the only one here. */
export function findImpliedHearer(context: ParseContext): ActionTarget | null {
  const person = context.isLost === true ? null : (context.person ?? findOnlyPerson(context.lexicon));
  return person === null ? null : toGuessedTarget(person);
}

type Spoken = { readonly to: ActionTarget | null; readonly rest: Words };

/** Finds the longest name at the head of the words. A missing name is no fault; an unknown name is one. */
export function parseHearer(tokens: Words, context: ParseContext): Spoken {
  const [first] = tokens;
  // "tell me about Jin" asks the person spoken to.
  if (first?.word === 'me') return { to: null, rest: tokens.slice(1) };
  // "ask everyone": one after the other.
  if (first !== undefined && EVERYBODY.has(first.word)) throw createManyFault(context, first.raw);
  const stop = tokens.findIndex(({ word, isQuote }) => isQuote || AFTER_NAME.has(word));
  const most = Math.min(stop < 0 ? tokens.length : stop, 8);
  return attempt(
    () => findLongestName(tokens, PERSON_WORDS.has(first?.word ?? '') ? 1 : most, context),
    (fault) => {
      // "my neighbour Bartolomé", "the old man Viktor", not "the Infante of Aragon"
      const inner = tokens.slice(0, most).findIndex(({ raw }) => /^\p{Lu}/u.test(raw));
      const isTitled = inner > 0 && STOP_WORDS.has(first?.word ?? '');
      if (fault.details.options.length > 0 || !isTitled) throw fault;
      return parseHearer(tokens.slice(inner), context);
    },
  );
}

/**
 * Finds whom quoted words are said to by the words behind them: "I ask the man at the door". Somebody named who is not known is
 * a fault, so that nothing is told as said to others.
 */
export function readQuotedHearer(behind: Words, context: ParseContext): ActionTarget | null {
  const found = findVerb(dropLeadIn(behind));
  const rest = behind[0]?.word === 'to' ? behind : (found?.rest ?? []);
  const said = rest.filter(({ word }) => !word.endsWith('ly') && !TRAILING.has(word));
  const isTo = said[0]?.word === 'to' || (said[0]?.word === 'at' && said[2]?.word !== 'top');
  const whom = isTo ? said.slice(1) : said;
  const [first] = whom;
  if (isTo && ['myself', 'nobody', 'no', 'whoever'].includes(first?.word ?? '')) return null;
  const isPerson =
    first !== undefined && [BEFORE_NOUN, PERSON_WORDS, EVERYBODY].some((words) => words.has(first.word));
  const isTelling =
    found !== null &&
    ['ask', 'tell', 'talk', 'answer', 'call'].some((each) => [found.deed, found.verb].includes(each));
  const isSaid = isTo || (isTelling && (isPerson || /^\p{Lu}/u.test(first?.raw ?? '')));
  const heard = attempt(
    () => parseHearer(whom, context).to,
    (fault) => {
      if (isSaid) throw fault;
      return null;
    },
  );
  return heard ?? findImpliedHearer(context);
}

function createManyFault(context: ParseContext, phrase: string): ParseFault {
  const { options } = createWhomFault('', context, (name) => name).details;
  return new ParseFault('Name one person.', { options, phrase });
}

function findLongestName(tokens: Words, most: number, context: ParseContext): Spoken {
  const faults: ParseFault[] = [];
  for (let length = most; length > 0; length -= 1) {
    const name = tokens.slice(0, length);
    if (isCutOff(tokens, length)) continue;
    if (isDescribed(tokens, length)) throw createDescribedFault(tokens.slice(0, most), length, context);
    const to = attempt(
      () => resolveTarget(name, PEOPLE, context),
      (fault) => void faults.push(fault),
    );
    // "ask Luna and the Relator"
    if (to !== undefined && tokens[length]?.word === 'and') throw createManyFault(context, joinRaw(tokens));
    if (to !== undefined) return { to, rest: tokens.slice(length) };
  }
  const fault = faults.findLast(({ details }) => details.options.length > 0) ?? faults[0];
  if (fault !== undefined) throw fault;
  return { to: null, rest: tokens };
}

/** Tells whether a name cannot end here. */
function isCutOff(tokens: Words, length: number): boolean {
  // "tell Jossamy a joke": the article belongs to what follows.
  const isArticle = length > 1 && STOP_WORDS.has(tokens[length - 1]?.word ?? '');
  // "ask the big guy": "the big" is nobody's name.
  return isArticle || PERSON_NOUNS.has(tokens[length]?.word ?? '');
}

/** "the man at the door" is not any man who is here. */
function isDescribed(tokens: Words, length: number): boolean {
  const isNoun = length < 3 && PERSON_NOUNS.has(tokens[length - 1]?.word ?? '');
  return isNoun && DESCRIBING.has(tokens[length]?.word ?? '');
}

function createDescribedFault(tokens: Words, length: number, context: ParseContext): ParseFault {
  // "give the man at the door a coin"
  const end = tokens.findIndex(
    ({ word }, at) => at > length + 1 && (BEFORE_NOUN.has(word) || /^\d/.test(word)),
  );
  const phrase = joinRaw(tokens.slice(0, end < 0 ? undefined : end));
  const { options } = createWhomFault('', context, (name) => name).details;
  return new ParseFault(`I know nobody called “${phrase}” here.`, { options, phrase });
}

/** `what`, `what's` and `whats`. */
export function isQuestionWord(word: string): boolean {
  return QUESTION_WORDS.has(word.replace(/'.*$|(?<=^(?:what|who|where|how))s$/, ''));
}

export const EVERYBODY = toWordSet(vocabulary.everybody);
/** Words of a question that looking around answers. */
const SEEN = toWordSet('here around nearby behind across');
const ABOUT_ONESELF = toWordSet("i my i'm we our");

/**
 * Reads a question that names no hearer. It goes to the person spoken to, or to the only one here. A question about oneself, or
 * without a possible hearer, goes to the game master. Returns null when the words are no question.
 */
export function parseQuestion(tokens: Words, context: ParseContext): Action | null {
  const words = tokens.map(({ word }) => word);
  const [first = ''] = words;
  if (!isQuestionWord(first) || /^do (?:not|nothing)/.test(words.join(' '))) return null;
  // "is there anyone here?"
  const isSeen = /^(?:is|are) there( |$)/.test(words.join(' ')) && words.some((word) => SEEN.has(word));
  if (isSeen) return createAction('around', 'look around', null, { isGuess: true });
  const shown = parseWhatIs(tokens, context);
  if (shown !== null) return shown;
  const asked = `“${joinRaw(tokens)}?”`;
  const to = findImpliedHearer(context);
  const isOwn = to === null || words.some((word) => ABOUT_ONESELF.has(word));
  if (isOwn && !words.includes('you') && !words.includes('your'))
    return createAction('wonder', joinRaw(tokens), null, { verb: 'ask' });
  if (to === null) throw createWhomFault('Say whom you ask.', context, (name) => `ask ${name} ${asked}`);
  return createAction('ask', `ask ${to.spoken} ${asked}`, to, { topic: asked });
}

/** Reads "what is that puddle?", "who is the woman by the door?": looks at the person or thing that is here. */
function parseWhatIs(tokens: Words, context: ParseContext): Action | null {
  const head = /^(?:what|who)(?:['’]?s | (?:is|are) )/i.exec(`${joinRaw(tokens)} `)?.[0].trim();
  const rest = dropHead(tokens.slice(head?.split(' ').length), ['in', 'inside', 'under', 'behind']);
  const isWhole = !['for', 'with', 'from', 'about', 'to', 'of', 'doing'].includes(rest.at(-1)?.word ?? '');
  if (head === undefined || rest.length === 0 || !isWhole) return null;
  const kinds = /^who/i.test(head) ? PEOPLE : (['person', 'thing', 'carried', 'exit'] as const);
  const found = attempt(() => resolveTarget(rest, kinds, context));
  // "what is my wool worth?" is asked.
  const isShown =
    found !== null && (found.named !== null || /^(?:the|this|that|an?)$/.test(rest[0]?.word ?? ''));
  if (!isShown) return null;
  // Someone who is elsewhere is looked up in what the player knows.
  if (found.named?.kind === 'absent') return createAction('wonder', joinRaw(tokens), null, { verb: 'ask' });
  const topic = found.spoken;
  return createAction('look', `look at ${topic}`, { ...found, isGuess: true }, { topic });
}

/** Reads "buy X from N", "order X", "sell X to N" as a request, because the other person has to agree. */
export function parseRequest({ rest, verb }: VerbFound, context: ParseContext): Action {
  const isSale = verb === 'sell';
  const { before, after } = splitAtWord(rest, isSale ? ['to'] : ['from', 'off']);
  if (before.length === 0) throw new ParseFault(`I do not know what you ${verb}.`);
  const told = verb === 'order' ? attempt(() => parseHearer(rest, context)) : null;
  // "order Luna to leave"
  if (told !== null && told.to !== null && told.rest[0]?.word === 'to') {
    const topic = joinRaw(told.rest);
    return createAction('tell', `tell ${told.to.spoken} ${topic}`, told.to, { topic, verb });
  }
  const topic = `${isSale ? 'to buy' : 'for'} ${joinRaw(before)}`;
  const implied = isSale ? null : findImpliedHearer(context);
  const to = after.length === 0 ? implied : resolveTarget(after, PEOPLE, context);
  if (to === null) throw createWhomFault('Say whom you ask.', context, (name) => `ask ${name} ${topic}`);
  const asked = { ...to, isGuess: true };
  return createAction('ask', `ask ${to.spoken} ${topic}`, asked, { topic, isRequest: isSale });
}

/** "Hello", "Good evening, Mr Pell": a greeting, with or without a name. Null when it is none. */
export function dropGreeting(tokens: Words): Words | null {
  const greeting = GREETINGS.find((words) => words.every((word, index) => tokens[index]?.word === word));
  return greeting === undefined ? null : tokens.slice(greeting.length);
}

const GREETINGS = toPhrases(vocabulary.greetings);
const BESIDE = toWordSet(vocabulary.beside);
const UNPLACED = toWordSet(vocabulary.unplaced);

/** Reads "sit down next to N", "bow to N", "smile": a gesture, narrated as it is said and without effect. */
export function parseGesture({ rest, phrase, verb }: VerbFound, context: ParseContext): Action {
  if (rest.some(({ word }) => word === 'and')) throw new ParseFault('One thing after the other, please.');
  // "get up the stairs"
  if (verb === 'get' && rest.length > 0) throw new ParseFault(UNCLEAR, { kind: 'manner' });
  const placed = rest.filter(({ word }) => !word.endsWith('ly'));
  const bare = placed.every(({ word }) => UNPLACED.has(word)) ? [] : placed;
  const at = bare.findLastIndex(({ word }) => BESIDE.has(word));
  const object = dropHead(bare.slice(at + 1), ['of', 'the', 'front']);
  const kinds = ['person', 'absent', 'thing', 'carried', 'exit', 'place'] as const;
  const target = object.length === 0 ? null : resolveTarget(object, kinds, context);
  const hasArticle = target?.spoken.startsWith('the ') === true;
  const before = bare.slice(0, bare.length - object.length);
  const joined = joinRaw(before.filter(({ word }) => word !== 'the' || !hasArticle));
  return createAction('gesture', joinPhrase(phrase, joined, target?.spoken ?? ''), target, { verb });
}
