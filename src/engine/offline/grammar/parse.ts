import {
  type Action,
  type ActionTarget,
  createAction,
  createImpossibleFault,
  createWhomFault,
  findOnlyPerson,
  type ParseContext,
  type Parsed,
  ParseFault,
  resolveTarget,
  toGuessedTarget,
  UNCLEAR,
} from './action.ts';
import { dropLeadIn, dropTrailingManner, joinParticle, splitClauses } from './clauses.ts';
import { parseAttack, parseBareMeans, parseCast, parseHelp, parseRisk, parseSneak } from './conflict.ts';
import * as handling from './handling.ts';
import { chooseCheck } from './match-checks.ts';
import { parseGo, parseLeave, parseRest, parseWait } from './movement.ts';
import * as speech from './speech.ts';
import { type Deed, findVerb, isRisky, type VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import {
  fromThirdPerson,
  isStopWord,
  joinPhrase,
  joinRaw,
  normalise,
  tokenise,
  toWordSet,
  type Words,
  type WordToken,
} from './words.ts';

/** The sentence that lists the grammar. */
export const UNDERSTOOD =
  'I understand: go to, look at, search, take, drop, give … to, pay, show … to, use, open, ask … about, tell, say, talk to, attack … with, cast … at, help, wait for, rest.';

type Parser = (found: VerbFound, context: ParseContext) => Parsed;

/** Every deed that is not listed is risky and read by `parseRisk`. */
const PARSERS: Readonly<Partial<Record<Deed, Parser>>> = {
  ...{ go: parseGo, leave: parseLeave, wait: parseWait, rest: parseRest },
  ...{ look: handling.parseLook, search: handling.parseSearch, seek: handling.parseSeek },
  ...{ take: handling.parseTake, drop: handling.parseDrop, use: handling.parseUse, open: handling.parseUse },
  put: handling.parsePut,
  ...{ give: handling.parseGive, show: handling.parseGive, pay: handling.parseGive },
  ...{ request: speech.parseRequest, learn: speech.parseLearn, gesture: speech.parseGesture },
  ...{ ask: speech.parseSpeech, tell: speech.parseSpeech, say: speech.parseSpeech, talk: speech.parseSpeech },
  ...{ attack: parseAttack, cast: parseCast, help: parseHelp, sneak: parseSneak },
  wonder: ({ phrase, rest }) =>
    createAction('wonder', joinPhrase(phrase, joinRaw(rest)), null, {
      verb: phrase.startsWith('what') ? 'ask' : 'think',
    }),
  inventory: ({ rest }) => createAction('inventory', 'check inventory', null, { isGuess: rest.length > 0 }),
  around: ({ rest, phrase }) =>
    createAction('around', 'look around', null, {
      isGuess: rest.length > 0 || /behind|back|over/.test(phrase),
    }),
};

export const NEGATIONS = toWordSet(vocabulary.negations);

/** Words of a clause that carry its deed: without lead-ins, and without the persona's own name before a verb. */
export function extractDeed(tokens: Words, { lexicon }: ParseContext): Words {
  const bare = joinParticle(dropTrailingManner(dropLeadIn(tokens)));
  const self = lexicon.named.find(({ kind }) => kind === 'self');
  const [first, second] = bare;
  if (self === undefined || first === undefined || second === undefined) return bare;
  const isSelf = self.own.includes(first.word) && second.word.endsWith('s');
  if (!isSelf) return bare;
  return [{ ...second, word: fromThirdPerson(second.word) }, ...bare.slice(2)];
}

/** Reads one clause. Rejects deeds with a person who is elsewhere. */
export function parseClause(tokens: Words, context: ParseContext): Parsed {
  const [first] = tokens;
  const result =
    first?.isQuote === true
      ? parseQuoted(tokens, context)
      : (parseVocative(tokens, context) ?? parseGreeting(tokens, context) ?? parseDeed(tokens, context));
  if (result instanceof ParseFault || result.target?.kind !== 'absent') return result;
  return createImpossibleFault(`${result.target.spoken} is not here.`);
}

function parseDeed(tokens: Words, context: ParseContext): Parsed {
  const words = extractDeed(tokens, context);
  const found = findVerb(words);
  const question = found === null || found.isTypo ? speech.parseQuestion(tokens, context) : null;
  if (question !== null) return question;
  const isSpeech = found !== null && speech.SPEECH_DEEDS.includes(found.deed);
  if (!isSpeech && words.some(({ word }) => NEGATIONS.has(word))) {
    return new ParseFault('Say what you do, not what you do not do.');
  }
  if (found === null) return parseBare(words, context);
  const action = parseFound(found, context);
  if (found.isTypo && (action instanceof ParseFault || action.target === null))
    return new ParseFault(UNCLEAR);
  if (action instanceof ParseFault) return action;
  return ruled({ ...action, isGuess: action.isGuess || found.isTypo }, context);
}

function parseFound(found: VerbFound, context: ParseContext): Parsed {
  const whole = (PARSERS[found.deed] ?? parseRisk)(found, context);
  if (!(whole instanceof ParseFault) || speech.SPEECH_DEEDS.includes(found.deed)) return whole;
  return parseWithoutPurpose(found, context) ?? whole;
}

const PURPOSES = toWordSet(vocabulary.purposes);

/** Reads a deed without its purpose: "open the ledger to see what I owe". Returns null when there is none. */
function parseWithoutPurpose(found: VerbFound, context: ParseContext): Action | null {
  const { rest, deed } = found;
  const at = rest.findIndex(
    ({ word }, index) =>
      index > 0 &&
      (PURPOSES.has(word) || (word === 'to' && findVerb(rest.slice(index + 1))?.isTypo === false)),
  );
  if (at < 0) return null;
  const action = (PARSERS[deed] ?? parseRisk)({ ...found, rest: rest.slice(0, at) }, context);
  return action instanceof ParseFault ? null : { ...action, isGuess: true };
}

/** Reads "Good evening, Mr Pell": words to a person that begin with a greeting. Returns null when they do not. */
function parseGreeting(tokens: Words, context: ParseContext): Parsed | null {
  const rest = speech.dropGreeting(tokens);
  if (rest === null) return null;
  const heard = speech.parseHearer(rest, context);
  const to = (heard instanceof ParseFault ? null : heard.to) ?? speech.findImpliedHearer(context);
  if (to === null) return createWhomFault('Say whom you greet.', context, (name) => `greet ${name}`);
  const said = heard instanceof ParseFault ? rest : heard.rest;
  return said.length === 0
    ? createAction('talk', `greet ${to.spoken}`, to, { verb: 'greet' })
    : speech.createSpeech('say', quoted(said), to);
}

function quoted(tokens: Words): string {
  const end = tokens.at(-1)?.mark === 'question' ? '?' : '';
  return `“${joinRaw(tokens).replace(/[“”"]/gu, '')}${end}”`;
}

/** Refuses a risky deed where the rules have nothing to decide it by. */
function ruled(action: Action, { checks }: ParseContext): Parsed {
  if (!isRisky(action.deed) || checks === null || checks.length === 0) return action;
  if (chooseCheck(action, checks) !== null) return action;
  return createImpossibleFault(`the rules of this story have no roll for “${action.does}”.`);
}

/** “…” or “…” to N: speech without a verb. */
function parseQuoted(tokens: Words, context: ParseContext): Parsed {
  const [, second, ...rest] = tokens;
  const quotes = tokens.filter(({ isQuote }) => isQuote).map(({ raw }) => raw);
  const said = quotes.length === 1 ? (quotes[0] ?? '') : `“${quotes.join(' ').replace(/["“”«»]/gu, '')}”`;
  const inner = tokenise(said.replace(/["“”«»]/gu, ''));
  const named = parseVocative(inner, context);
  if (named !== null) return named;
  const called = findCalled(inner, context);
  if (called !== null) return speech.createSpeech('say', said, called);
  if (second === undefined) return speech.createSpeech('say', said, speech.findImpliedHearer(context));
  const verb = findVerb(dropLeadIn(tokens.slice(1)));
  const whom = second.word === 'to' ? rest : (verb?.rest ?? []).filter(({ word }) => word !== 'to');
  const heard = speech.parseHearer(whom, context);
  if (heard instanceof ParseFault && second.word === 'to') return heard;
  const to = heard instanceof ParseFault ? null : heard.to;
  return speech.createSpeech('say', said, to ?? speech.findImpliedHearer(context));
}

/** Finds the person that spoken words call by name between two marks: "Are you hurt, Dan? Sit down." */
function findCalled(tokens: Words, context: ParseContext): ActionTarget | null {
  const ends = [...tokens.keys()].filter((index) => tokens[index]?.mark !== '');
  const parts = ends.map((end, index) => tokens.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
  for (const part of parts) {
    const to = isVocative(part, context) ? resolveTarget(part, ['person'], context) : null;
    if (to !== null && !(to instanceof ParseFault)) return to;
  }
  return null;
}

/** "Viktor, where is Jin?" says the rest to Viktor, or does the rest with him where it is a question to him. */
function parseVocative(tokens: Words, context: ParseContext): Parsed | null {
  const last = tokens.findLastIndex(({ mark }) => mark === 'comma');
  const tail = last < 0 ? null : resolveTarget(tokens.slice(last + 1), ['person'], context);
  if (tail !== null && !(tail instanceof ParseFault) && tail.named !== null) {
    // "Tell me about the guest, June"
    const head = tokens.slice(0, last + 1).map((token, index) => {
      return index === last ? { ...token, mark: tokens.at(-1)?.mark ?? '' } : token;
    });
    return parseDeed(head, { ...context, person: tail.named, isSameInput: true });
  }
  const comma = tokens.findIndex(({ mark }) => mark === 'comma');
  if (comma < 0 || comma === tokens.length - 1 || !isVocative(tokens.slice(0, comma + 1), context))
    return null;
  const to = resolveTarget(tokens.slice(0, comma + 1), ['person'], context);
  if (to instanceof ParseFault) return null;
  return speech.createSpeech('say', quoted(tokens.slice(comma + 1)), to);
}

function isVocative(tokens: Words, context: ParseContext): boolean {
  if (tokens.length > 4 || findVerb(dropLeadIn(tokens)) !== null) return false;
  const to = resolveTarget(tokens, ['person'], context);
  return !(to instanceof ParseFault) && to.named !== null;
}

/** A clause without a verb: a name, a way, or a power. */
function parseBare(tokens: Words, context: ParseContext): Parsed {
  const power = parseBareMeans(tokens, context);
  if (power !== null) return power;
  const target = resolveTarget(tokens, ['person', 'thing', 'carried', 'exit'], {
    ...context,
    lexicon: { ...context.lexicon, scenery: new Set() },
  });
  if (target instanceof ParseFault || target.named === null) return new ParseFault(UNCLEAR);
  const { named, spoken } = target;
  if (named.kind === 'exit') return createAction('go', `go to ${spoken}`, toGuessedTarget(named));
  return named.kind === 'person'
    ? createAction('talk', `talk to ${spoken}`, toGuessedTarget(named))
    : createAction('look', `look at ${spoken}`, toGuessedTarget(named));
}

/** One clause of an input, with what came of it. */
export type Clause = { readonly tokens: Words; readonly result: Parsed };

/** Reads an input clause by clause; pronouns refer to what earlier clauses named. */
export function parseInput(text: string, context: ParseContext): Clause[] {
  const tests = {
    isDeed: (tokens: Words) => {
      const found = findVerb(tokens);
      return found !== null && !found.isTypo && !speech.SPEECH_DEEDS.includes(found.deed)
        ? !(parseClause(tokens, context) instanceof ParseFault)
        : false;
    },
    isVocative: (tokens: Words) => isVocative(tokens, context) || speech.dropGreeting(tokens) !== null,
  };
  let now = context;
  let head: Words = [];
  let isUnderWay = false;
  return splitClauses(text, tests).flatMap((tokens) => {
    // Names mean other people and things where the way leads: what follows is for the next turn. Waiting names nothing.
    if (isUnderWay && !['wait', 'rest'].includes(findVerb(dropLeadIn(tokens))?.deed ?? ''))
      return [{ tokens, result: new ParseFault(UNCLEAR, { kind: 'later' }) }];
    const verb = findVerb(dropLeadIn(tokens));
    // "look at the bed, then the window"
    const whole =
      verb === null && tokens.every(({ isQuote }) => !isQuote) ? withVerb(tokens, head, now) : tokens;
    if (verb !== null) head = tokens.slice(0, tokens.length - verb.rest.length);
    return parseEach(whole, now).map((clause) => {
      const { result } = clause;
      if (result instanceof ParseFault) return clause;
      now = { ...withReferents(now, result), isSameInput: true };
      isUnderWay ||= result.deed === 'go' && result.target?.kind === 'exit';
      return clause;
    });
  });
}

/** A clause without a verb behind the verb of the one before, where that makes sense of it. */
function withVerb(tokens: Words, head: Words, context: ParseContext): Words {
  if (head.length === 0 || !(parseClause(tokens, context) instanceof ParseFault)) return tokens;
  const at = tokens[0]?.word === 'then' ? 1 : 0;
  const whole = [...head, ...tokens.slice(at)];
  const looked = [...head, ...tokenise('at'), ...tokens.slice(at)];
  return [whole, looked].find((words) => !(parseClause(words, context) instanceof ParseFault)) ?? tokens;
}

/** "take the glass and the tin": one clause for each thing, where the whole is none. */
function parseEach(tokens: Words, context: ParseContext): Clause[] {
  const whole = { tokens, result: parseClause(tokens, context) };
  const last = tokens.findLastIndex(({ word }) => word === 'and');
  const verb = findVerb(dropLeadIn(tokens));
  if (!(whole.result instanceof ParseFault) || last < 0 || verb === null || tokens[0]?.isQuote === true)
    return [whole];
  const head = tokens.slice(0, tokens.length - verb.rest.length);
  const ends = [...verb.rest.keys()].filter(
    (index) => verb.rest[index]?.mark === 'comma' || verb.rest[index]?.word === 'and',
  );
  const parts = [...ends, verb.rest.length].map((end, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    const isComma = verb.rest[end]?.mark === 'comma';
    return [
      ...head,
      ...verb.rest.slice(start, isComma ? end + 1 : end).map((token) => ({ ...token, mark: '' as const })),
    ];
  });
  // "break the seal and smell the tags" are two deeds, not two things.
  const isThing = (part: Words) => isNounStart(part[head.length]);
  if (!parts.every(isThing)) return [whole];
  const clauses = parts.map((part) => ({ tokens: part, result: parseClause(part, context) }));
  return clauses.every(({ result }) => result instanceof ParseFault) ? [whole] : clauses;
}

function isNounStart(token: WordToken | undefined): boolean {
  return token !== undefined && (isStopWord(token.word) || /^[\p{Lu}\d]/u.test(token.raw));
}

function withReferents(context: ParseContext, { deed, target, items }: Action): ParseContext {
  const things = [...items, ...(target === null ? [] : [target])];
  const named = things.find(({ kind }) => kind === 'thing' || kind === 'carried');
  const person = target?.kind === 'person' ? target : context.person;
  if (deed !== 'take' || named === undefined) return { ...context, person, thing: named ?? context.thing };
  // What is taken is carried from here on.
  const thing = { ...named, kind: 'carried' as const };
  const rest = context.lexicon.named.filter(({ id }) => id !== named.id);
  return { ...context, person, thing, lexicon: { ...context.lexicon, named: [...rest, thing] } };
}

/** The people and things the last input named, for pronouns. */
export function readReferents(
  lastText: string,
  context: ParseContext,
): Pick<ParseContext, 'person' | 'thing'> {
  const actions = parseInput(lastText, { ...context, checks: null, clock: 0 })
    .map(({ result }) => result)
    .filter((result): result is Action => !(result instanceof ParseFault));
  const last = actions.reduce((now, action) => withReferents(now, action), context);
  return { person: last.person ?? findOnlyPerson(context.lexicon), thing: last.thing };
}

/** Tells whether a text names a person by a word of their own name. */
export function isNamed(text: string, name: string): boolean {
  const said = new Set(tokenise(text).map(({ word }) => word));
  return name.split(/\s+/).some((part) => normalise(part).length > 2 && said.has(normalise(part)));
}
