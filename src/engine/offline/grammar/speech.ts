import {
  type ActionTarget,
  createAction,
  createWhomFault,
  dropHead,
  findOnlyPerson,
  isPersonWord,
  type ParseContext,
  type Parsed,
  ParseFault,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
  UNCLEAR,
} from './action.ts';
import type { NamedKind } from './lexicon.ts';
import type { Deed, VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isStopWord, joinPhrase, joinRaw, toWordSet, type Words } from './words.ts';

const PEOPLE: readonly NamedKind[] = ['person', 'absent'];
/** Words that end the name of the person spoken to. */
const AFTER_NAME = toWordSet(vocabulary.afterHearer);

type Spoken = { readonly to: ActionTarget | null; readonly rest: Words };

/** Reads "ask N about T", "tell N that T", "talk to N". */
export function parseSpeech({ deed, rest, verb }: VerbFound, context: ParseContext): Parsed {
  if (deed === 'say') return parseSaying(rest, verb, context);
  const heard = parseHearer(dropHead(rest, ['to', 'with', 'at']), context);
  if (heard instanceof ParseFault) return heard;
  const to = heard.to ?? findImpliedHearer(context);
  const topic = joinRaw(heard.rest);
  if (to === null)
    return createWhomFault(WHOM, context, (name) =>
      joinPhrase(deed === 'talk' ? 'talk to' : deed, name, topic),
    );
  const first = heard.rest[0]?.word ?? '';
  if (topic === '' || (deed === 'talk' && first !== 'about')) {
    const phrase = VERBS_KEPT.includes(verb) ? verb : 'talk to';
    return createAction('talk', joinPhrase(phrase, to.spoken, topic), to, { topic, verb });
  }
  const isForMe = rest[0]?.word === 'me';
  const done = deed === 'talk' || isForMe ? 'ask' : deed;
  const isRequest = deed === 'ask' && first === 'to';
  const phrase = VERBS_KEPT.includes(verb) ? verb : done;
  return createAction(done, `${phrase} ${to.spoken} ${topic}`, to, { topic, verb, isRequest });
}

const WHOM = 'Say whom you speak to.';
const VERBS_KEPT = vocabulary.keptVerbs.split(' ');

/** Reads "say X to N", "say X", "whisper to N that X". Without a name the hearer is the last person spoken to. */
function parseSaying(rest: Words, verb: string, context: ParseContext): Parsed {
  if (rest.length === 0) return new ParseFault('I do not know what you say.');
  const called = resolveTarget(rest, PEOPLE, context);
  if (!(called instanceof ParseFault)) return createAction('talk', `talk to ${called.spoken}`, called);
  const [first] = rest;
  if (first?.word === 'to') {
    const heard = parseHearer(rest.slice(1), context);
    if (heard instanceof ParseFault) return heard;
    return createSpeech(
      verb,
      joinRaw(dropHead(heard.rest, ['that'])),
      heard.to ?? findImpliedHearer(context),
    );
  }
  // "answer the phone": speech needs words of its own.
  if (['answer', 'call', 'reply'].includes(verb) && !rest.some(({ isQuote }) => isQuote))
    return new ParseFault(UNCLEAR);
  const at = rest.findLastIndex(({ word, isQuote }) => word === 'to' && !isQuote);
  const to = at > 0 ? resolveTarget(rest.slice(at + 1), PEOPLE, context) : null;
  if (to === null || to instanceof ParseFault)
    return createSpeech(verb, joinRaw(rest), findImpliedHearer(context));
  return createSpeech(verb, joinRaw(rest.slice(0, at)), to);
}

const QUESTION =
  /^["“«]?(?:what|who|whose|whom|where|when|why|how|which|is|are|was|were|do|does|did|can|could|will|would|have|has)\b|\?["”»]?$/iu;

/** Speech in quotation marks, or behind the name of the hearer. A question is asked, all else is said. */
export function createSpeech(verb: string, words: string, to: ActionTarget | null): Parsed {
  if (words === '') return new ParseFault('I do not know what you say.');
  if (to !== null && QUESTION.test(words) && /^["“«]/u.test(words)) {
    return createAction('ask', `ask ${to.spoken} ${words}`, to, { topic: words });
  }
  const does = to === null ? `${verb} ${words}` : `${verb} ${words} to ${to.spoken}`;
  return createAction('say', does, to, { topic: words, verb });
}

/** Finds the person an unnamed question goes to: the last one spoken to, or the only one here. */
export function findImpliedHearer(context: ParseContext): ActionTarget | null {
  const person = context.person ?? findOnlyPerson(context.lexicon);
  return person === null ? null : toGuessedTarget(person);
}

/** Finds the longest name at the head of the words. A missing name is no fault; an unknown name is one. */
export function parseHearer(tokens: Words, context: ParseContext): Spoken | ParseFault {
  const [first] = tokens;
  // "tell me about Jin" asks the person spoken to.
  if (first?.word === 'me') return { to: null, rest: tokens.slice(1) };
  // "ask everyone": one after the other.
  if (first !== undefined && EVERYBODY.has(first.word)) {
    const { options } = createWhomFault('', context, (name) => name);
    return new ParseFault('Name one person.', { options, phrase: first.raw });
  }
  const stop = tokens.findIndex(({ word, isQuote }) => isQuote || AFTER_NAME.has(word));
  const most = Math.min(stop < 0 ? tokens.length : stop, 8);
  const found = longestName(tokens, isPersonWord(first?.word ?? '') ? 1 : most, context);
  if (!(found instanceof ParseFault) || found.options.length > 0) return found;
  // "my neighbour Bartolomé", "the old man Viktor"
  const inner = tokens.slice(0, most).findIndex(({ raw }, index) => index > 0 && /^\p{Lu}/u.test(raw));
  return inner > 0 ? parseHearer(tokens.slice(inner), context) : found;
}

function longestName(tokens: Words, most: number, context: ParseContext): Spoken | ParseFault {
  let fault: ParseFault | null = null;
  for (let length = most; length > 0; length -= 1) {
    const name = tokens.slice(0, length);
    // "tell Jossamy a joke": the article belongs to what follows.
    if (length > 1 && isStopWord(name.at(-1)?.word ?? '')) continue;
    const to = resolveTarget(name, PEOPLE, context);
    if (!(to instanceof ParseFault)) return { to, rest: tokens.slice(length) };
    if (fault === null || to.options.length > 0) fault = to;
  }
  return fault ?? { to: null, rest: tokens };
}

const EVERYBODY = toWordSet(vocabulary.everybody);
const QUESTION_WORDS = toWordSet(vocabulary.questionWords);
const ABOUT_ONESELF = new Set(['i', 'my', "i'm", 'we', 'our']);

/**
 * Reads a question that names no hearer. It goes to the person spoken to, or to the only one here. A question about oneself, or
 * without a possible hearer, goes to the game master. Returns null when the words are no question.
 */
export function parseQuestion(tokens: Words, context: ParseContext): Parsed | null {
  const words = tokens.map(({ word }) => word);
  const [first = ''] = words;
  if (!QUESTION_WORDS.has(first.replace(/'.*$|(?<=^(?:what|who|where|how))s$/, ''))) return null;
  const shown = parseWhatIs(tokens, context);
  if (shown !== null) return shown;
  const asked = `“${joinRaw(tokens)}?”`;
  const isToOther = words.includes('you') || words.includes('your');
  const to = findImpliedHearer(context);
  const isOwn = words.some((word) => ABOUT_ONESELF.has(word));
  if (!isToOther && (isOwn || to === null))
    return createAction('wonder', joinRaw(tokens), null, { verb: 'ask' });
  if (to === null) return createWhomFault('Say whom you ask.', context, (name) => `ask ${name} ${asked}`);
  return createAction('ask', `ask ${to.spoken} ${asked}`, to, { topic: asked });
}

/** Reads "what is that puddle?", "who is the woman by the door?": looks at the person or thing that is here. */
function parseWhatIs(tokens: Words, context: ParseContext): Parsed | null {
  const isContracted = /^(?:what|who)['’]?s$/i.test(tokens[0]?.raw ?? '');
  const isAsked =
    ['what', 'who'].includes(tokens[0]?.word ?? '') && ['is', 'are'].includes(tokens[1]?.word ?? '');
  const rest = tokens.slice(isContracted ? 1 : 2);
  const isWhole = !['for', 'with', 'from', 'about', 'to', 'of', 'doing'].includes(rest.at(-1)?.word ?? '');
  if (rest.length === 0 || !isWhole || !(isContracted || isAsked)) return null;
  const isPerson = tokens[0]?.word.startsWith('who') === true;
  const found = resolveTarget(rest, isPerson ? PEOPLE : ['person', 'thing', 'carried', 'exit'], context);
  if (found instanceof ParseFault) return null;
  // Someone who is elsewhere is looked up in what the player knows.
  if (found.named?.kind === 'absent') return createAction('wonder', joinRaw(tokens), null, { verb: 'ask' });
  return createAction(
    'look',
    `look at ${found.spoken}`,
    { ...found, isGuess: true },
    { topic: found.spoken },
  );
}

/** Reads "buy X from N", "order X", "sell X to N" as a request, because the other person has to agree. */
export function parseRequest({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const isSale = verb === 'sell';
  const { before, after } = splitAtWord(rest, isSale ? ['to'] : ['from', 'off']);
  if (before.length === 0) return new ParseFault(`I do not know what you ${verb}.`);
  const told = verb === 'order' ? parseHearer(rest, context) : null;
  // "order Luna to leave"
  if (told !== null && !(told instanceof ParseFault) && told.to !== null && told.rest[0]?.word === 'to') {
    const topic = joinRaw(told.rest);
    return createAction('tell', `tell ${told.to.spoken} ${topic}`, told.to, { topic, verb });
  }
  const ask = (name: string) => `ask ${name} ${isSale ? 'to buy' : 'for'} ${joinRaw(before)}`;
  const implied = isSale ? null : findImpliedHearer(context);
  const to = after.length === 0 ? implied : resolveTarget(after, PEOPLE, context);
  if (to instanceof ParseFault) return to;
  if (to === null) return createWhomFault(`Say whom you ask.`, context, ask);
  const topic = ask('').replace(/^ask {2}/, '');
  return createAction('ask', ask(to.spoken), { ...to, isGuess: true }, { topic, isRequest: isSale });
}

/** Refuses "find out what happened": the player finds out only by asking, looking and searching. */
export function parseLearn({ rest }: VerbFound, context: ParseContext): Parsed {
  const about = joinRaw(dropHead(rest, ['about', 'more', 'the']));
  const reason = 'I cannot find things out by themselves. Ask somebody, look at something or search a place.';
  return createWhomFault(reason, context, (name) =>
    joinPhrase('ask', name, about === '' ? '' : `about ${about}`),
  );
}

/** "Hello", "Good evening, Mr Pell": a greeting, with or without a name. Null when it is none. */
export function dropGreeting(tokens: Words): Words | null {
  const greeting = GREETINGS.find((words) => words.every((word, index) => tokens[index]?.word === word));
  return greeting === undefined ? null : tokens.slice(greeting.length);
}

const GREETINGS = vocabulary.greetings.split(',').map((phrase) => phrase.split(' '));

const BESIDE = toWordSet(vocabulary.beside);
const UNPLACED = toWordSet(vocabulary.unplaced);

/** Reads "sit down next to N", "bow to N", "smile": a gesture, narrated as it is said and without effect. */
export function parseGesture({ rest, phrase, verb }: VerbFound, context: ParseContext): Parsed {
  if (rest.some(({ word }) => word === 'and')) return new ParseFault('One thing after the other, please.');
  const isPlaced = !rest.every(({ word }) => UNPLACED.has(word) || word.endsWith('ly'));
  const bare = isPlaced ? rest.filter(({ word }) => !word.endsWith('ly')) : [];
  const at = bare.findLastIndex(({ word }) => BESIDE.has(word));
  const object = dropHead(bare.slice(at + 1), ['of', 'the', 'front']);
  const target =
    object.length === 0
      ? null
      : resolveTarget(object, ['person', 'absent', 'thing', 'carried', 'exit', 'place'], context);
  if (target instanceof ParseFault) return target;
  const hasArticle = target?.spoken.startsWith('the ') === true;
  const before = bare
    .slice(0, bare.length - object.length)
    .filter(({ word }) => word !== 'the' || !hasArticle);
  const does = joinPhrase(phrase, joinRaw(before), target?.spoken ?? '');
  return createAction('gesture', does, target, { verb });
}

/** Deeds done to a person by words: "persuade N to T", "threaten N", "lie to N about T". */
export function parseAppeal({ deed, verb, rest }: VerbFound, context: ParseContext): Parsed {
  const heard = parseHearer(rest, context);
  if (heard instanceof ParseFault) return heard;
  const to = heard.to ?? findImpliedHearer(context);
  const topic = joinRaw(heard.rest);
  const phrase = APPEALS[verb] ?? (deed === 'deceive' ? 'lie to' : verb);
  if (to === null)
    return createWhomFault('Say whom you mean.', context, (name) => joinPhrase(phrase, name, topic));
  return createAction(deed, joinPhrase(phrase, to.spoken, topic), to, { topic, verb });
}

/** Verbs of which only the first word is kept, with the word that belongs to them. */
const APPEALS: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  'bargain with,negotiate with,haggle with,plead with,confess to,flirt with,hold hands with,apologise to,apologize to,confide in'
    .split(',')
    .map((phrase) => [phrase.split(' ')[0], phrase]),
);

export const SPEECH_DEEDS: readonly Deed[] = ['ask', 'tell', 'say', 'talk'];
