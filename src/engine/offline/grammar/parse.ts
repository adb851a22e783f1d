import {
  type Action,
  type ActionTarget,
  attempt,
  createAction,
  createImpossibleFault,
  createWhomFault,
  findOnlyPerson,
  type ParseContext,
  ParseFault,
  resolveTarget,
  toGuessedTarget,
  UNCLEAR,
} from './action.ts';
import {
  parseAttack,
  parseBareMeans,
  parseCast,
  parseFlee,
  parseHelp,
  parseRisk,
  parseSneak,
} from './conflict.ts';
import * as handling from './handling.ts';
import { chooseCheck } from './match-checks.ts';
import { parseGo, parseLeave, parseRest, parseWait } from './movement.ts';
import { requireDone, requireNow } from './require-plain.ts';
import * as speech from './speech.ts';
import {
  type Deed,
  dropLeadIn,
  findVerb,
  GESTURES,
  isLeadIn,
  isPlainVerb,
  RISKY,
  SPEECH_DEEDS,
  type VerbFound,
} from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import {
  fromThirdPerson,
  joinPhrase,
  joinRaw,
  normalise,
  STOP_WORDS,
  tokenise,
  toWordSet,
  type Words,
  type WordToken,
} from './words.ts';

/** The sentence that lists the grammar. */
export const UNDERSTOOD =
  'I understand: go to, look at, search, take, drop, give … to, pay, show … to, use, open, ask … about, tell, say, talk to, attack … with, cast … at, help, wait for, rest.';

type Parser = (found: VerbFound, context: ParseContext) => Action;

/** Every deed that is not listed is risky and read by `parseRisk`. */
const PARSERS: Readonly<Partial<Record<Deed, Parser>>> = {
  ...{ go: parseGo, leave: parseLeave, wait: parseWait, rest: parseRest },
  ...{ look: handling.parseLook, search: handling.parseSearch, seek: handling.parseSeek },
  ...{ take: handling.parseTake, drop: handling.parseDrop, put: handling.parsePut },
  ...{ use: handling.parseUse, open: handling.parseUse },
  ...{ give: handling.parseGive, show: handling.parseGive, pay: handling.parseGive },
  ...{ request: speech.parseRequest, gesture: speech.parseGesture },
  ...{ ask: speech.parseSpeech, tell: speech.parseSpeech, say: speech.parseSpeech, talk: speech.parseSpeech },
  ...{ attack: parseAttack, cast: parseCast, help: parseHelp, sneak: parseSneak, flee: parseFlee },
  yield: (_found, { isFight }) => {
    if (isFight !== true) throw createImpossibleFault('there is no fight to give up.');
    return createAction('yield', 'give up the fight', null);
  },
  wonder: ({ phrase, rest }) => {
    const verb = phrase.startsWith('what') ? 'ask' : 'think';
    return createAction('wonder', joinPhrase(phrase, joinRaw(rest)), null, { verb });
  },
  inventory: ({ rest }) => createAction('inventory', 'check inventory', null, { isGuess: rest.length > 0 }),
  around: ({ rest, phrase }) => {
    const isGuess = rest.length > 0 || /behind|back|over/.test(phrase);
    return createAction('around', 'look around', null, { isGuess });
  },
};

const PURPOSES = toWordSet(vocabulary.purposes);
/** Deeds that are asked back when their verb is mistyped. */
const GRAVE: readonly Deed[] = ['attack', 'cast', 'give', 'pay', 'drop', 'put', 'threaten', 'tamper', 'dare'];

/** Words of a clause that carry its deed: without lead-ins, and without the persona's own name before a verb. */
export function extractDeed(tokens: Words, { lexicon }: ParseContext): Words {
  const bare = joinParticle(dropTrailingManner(dropLeadIn(tokens)));
  const self = lexicon.named.find(({ kind }) => kind === 'self');
  const [first, second] = bare;
  const isSelf = self?.own.includes(first?.word ?? '') === true && second?.word.endsWith('s') === true;
  return isSelf ? [{ ...second, word: fromThirdPerson(second.word) }, ...bare.slice(2)] : bare;
}

/** Removes words behind a deed that only say how: `again`, `please`. */
function dropTrailingManner(tokens: Words): Words {
  const last = tokens.at(-1);
  const isManner = last !== undefined && tokens.length > 1 && !last.isQuote && speech.TRAILING.has(last.word);
  return isManner ? dropTrailingManner(tokens.slice(0, -1)) : tokens;
}

/** "put the tin down" and "pick the tin up" with the small word beside its verb. */
function joinParticle(tokens: Words): Words {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || tokens.length < 3) return tokens;
  const isSplit = ['put', 'set', 'lay', 'pick'].includes(first.word) && ['down', 'up'].includes(last.word);
  return isSplit ? [first, last, ...tokens.slice(1, -1)] : tokens;
}

/** Reads one clause. Deeds with a person who is elsewhere are a fault. */
function parseClause(tokens: Words, context: ParseContext): Action {
  const action =
    tokens[0]?.isQuote === true
      ? parseQuoted(tokens, context)
      : (parseVocative(tokens, context) ?? parseGreeting(tokens, context) ?? parseDeed(tokens, context));
  if (action.target?.kind !== 'absent') return action;
  throw createImpossibleFault(`${action.target.spoken} is not here.`);
}

function parseDeed(tokens: Words, context: ParseContext): Action {
  const words = extractDeed(tokens, context);
  const found = findVerb(words);
  requireNow(tokens, found);
  const question = found?.isTypo === false ? null : speech.parseQuestion(tokens, context);
  if (question !== null) return parsePermission(tokens, context) ?? question;
  requireDone(words, found);
  if (found === null) return parseBare(words, context);
  if (found.isPast)
    throw createInsteadFault('Say what you do now, not what was done before.', found, context);
  if (!found.isTypo) return requireCheck(parseFound(found, context), context);
  const guess = attempt(() => parseFound(found, context));
  if (guess === null || guess.target === null) throw new ParseFault(UNCLEAR);
  if (GRAVE.includes(found.deed)) throw createInsteadFault('Do you mean this?', found, context);
  return requireCheck({ ...guess, isGuess: true }, context);
}

/** A fault that offers the deed as it would be said. */
function createInsteadFault(reason: string, found: VerbFound, context: ParseContext): ParseFault {
  const action = attempt(() => requireCheck(parseFound(found, context), context));
  return new ParseFault(reason, { options: action === null ? [] : [action.does] });
}

/** "Can I open the box?" asks; the deed itself is offered. Null for other questions. */
function parsePermission(tokens: Words, context: ParseContext): null {
  const [first, second, ...rest] = tokens;
  if (!['can', 'could', 'may'].includes(first?.word ?? '') || !['i', 'we'].includes(second?.word ?? ''))
    return null;
  const found = findVerb(rest);
  if (found === null || found.isTypo || found.deed === 'wonder') return null;
  const fault = createInsteadFault('Say that you do it, and see.', found, context);
  if (fault.details.options.length > 0) throw fault;
  return null;
}

function parseFound(found: VerbFound, context: ParseContext): Action {
  const { rest, deed } = found;
  const parse = PARSERS[deed] ?? parseRisk;
  return attempt(
    () => parse(found, context),
    (fault) => {
      // Without its purpose: "open the ledger to see what I owe".
      const isPurpose = ({ word }: WordToken, at: number) =>
        PURPOSES.has(word) || (word === 'to' && findVerb(rest.slice(at + 1))?.isTypo === false);
      const end = rest.findIndex((token, at) => at > 0 && isPurpose(token, at));
      if (end < 0 || SPEECH_DEEDS.includes(deed)) throw fault;
      const action = attempt(() => parse({ ...found, rest: rest.slice(0, end) }, context));
      if (action === null) throw fault;
      return { ...action, isGuess: true };
    },
  );
}

/** Refuses a risky deed where the rules have nothing to decide it by. */
function requireCheck(action: Action, { checks }: ParseContext): Action {
  const isFree = !RISKY.has(action.deed) || checks === null || checks.length === 0;
  if (isFree || chooseCheck(action, checks) !== null) return action;
  throw createImpossibleFault(`the rules of this story have no roll for “${action.does}”.`);
}

/** Reads "Good evening, Mr Pell": words to a person that begin with a greeting. Returns null when they do not. */
function parseGreeting(tokens: Words, context: ParseContext): Action | null {
  const rest = speech.dropGreeting(tokens);
  if (rest === null) return null;
  const isAll = rest.length === 1 && speech.EVERYBODY.has(rest[0]?.word ?? '');
  const heard = isAll ? { to: null, rest: [] } : attempt(() => speech.parseHearer(rest, context));
  const to = heard?.to ?? speech.findImpliedHearer(context);
  if (to === null) throw createWhomFault('Say whom you greet.', context, (name) => `greet ${name}`);
  const said = heard?.rest ?? rest;
  return said.length === 0 ? createGreeting(to) : speech.createSpeech('say', quote(said), to);
}

function createGreeting(to: ActionTarget): Action {
  return createAction('talk', `greet ${to.spoken}`, to, { verb: 'greet' });
}

function quote(tokens: Words): string {
  const end = tokens.at(-1)?.mark === 'question' ? '?' : '';
  return `“${withoutQuotes(joinRaw(tokens))}${end}”`;
}

function withoutQuotes(text: string): string {
  return text.replace(/["“”«»]/gu, '');
}

/** “…” or “…” to N: speech without a verb. */
function parseQuoted(tokens: Words, context: ParseContext): Action {
  const quotes = tokens.filter(({ isQuote }) => isQuote).map(({ raw }) => raw);
  const said = quotes.length === 1 ? (quotes[0] ?? '') : `“${withoutQuotes(quotes.join(' '))}”`;
  const inner = tokenise(withoutQuotes(said));
  const named = parseVocative(inner, context);
  if (named !== null) return named;
  const called = findCalled(inner, context);
  if (called !== null) return speech.createSpeech('say', said, called);
  return speech.createSpeech('say', said, speech.readQuotedHearer(tokens.slice(1), context));
}

/** Finds the person that spoken words call by name between two marks: "Are you hurt, Dan? Sit down." */
function findCalled(tokens: Words, context: ParseContext): ActionTarget | null {
  const ends = [...tokens.keys()].filter((index) => tokens[index]?.mark !== '');
  const parts = ends.map((end, index) => tokens.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
  return parts.map((part) => findVocative(part, context)).find((each) => each !== null) ?? null;
}

/** "Viktor, where is Jin?" says the rest to Viktor, or does the rest with him where it is a question to him. */
function parseVocative(tokens: Words, context: ParseContext): Action | null {
  const last = tokens.findLastIndex(({ mark }) => mark === 'comma');
  if (last < 0) return null;
  const tail = attempt(() => resolveTarget(tokens.slice(last + 1), ['person'], context).named);
  if (tail !== null) {
    // "Tell me about the guest, June"
    const mark = tokens.at(-1)?.mark ?? '';
    const head = tokens.slice(0, last + 1).map((token, at) => (at === last ? { ...token, mark } : token));
    const to = toGuessedTarget(tail);
    if (mark === 'question') return speech.createSpeech('say', quote(head), { ...to, isGuess: false });
    if (speech.dropGreeting(head)?.length === 0) return createGreeting(to);
    return parseDeed(head, { ...context, person: tail, isSameInput: true });
  }
  const comma = tokens.findIndex(({ mark }) => mark === 'comma');
  const to = findVocative(tokens.slice(0, comma + 1), context);
  return to === null || comma === tokens.length - 1
    ? null
    : speech.createSpeech('say', quote(tokens.slice(comma + 1)), to);
}

/** The person whom words call by name and nothing more; null when they do not. */
function findVocative(tokens: Words, context: ParseContext): ActionTarget | null {
  if (tokens.length > 4) return null;
  return attempt(() => resolveTarget(tokens, ['person'], context));
}

/** A clause without a verb: a name, a way, or a power. */
function parseBare(tokens: Words, context: ParseContext): Action {
  const power = parseBareMeans(tokens, context);
  if (power !== null) return power;
  const open = { ...context, lexicon: { ...context.lexicon, scenery: [] } };
  const named = attempt(() => resolveTarget(tokens, ['person', 'thing', 'carried', 'exit'], open).named);
  if (named === null) throw new ParseFault(UNCLEAR);
  const { kind, spoken } = named;
  const [deed, verb] =
    kind === 'exit'
      ? (['go', 'go to'] as const)
      : kind === 'person'
        ? (['talk', 'talk to'] as const)
        : (['look', 'look at'] as const);
  return createAction(deed, `${verb} ${spoken}`, toGuessedTarget(named));
}

/** Longer inputs are not read: the time to read one grows faster than its length. */
const MOST_WORDS = 120;

/** Deeds that lead to somebody: where they cannot be done, "him" is nobody who is here. */
const MEETING: readonly Deed[] = ['go', 'leave', 'talk', 'take'];

/** One clause of an input, with what came of it. */
export type Clause = { readonly tokens: Words; readonly result: Action | ParseFault };

/** Reads an input clause by clause; pronouns refer to what earlier clauses named. */
export function parseInput(text: string, context: ParseContext): Clause[] {
  const words = tokenise(text);
  if (words.length > MOST_WORDS)
    return [
      {
        tokens: words,
        result: new ParseFault('That is too long for me. Say it in a few words.', { kind: 'long' }),
      },
    ];
  let now = context;
  let head: Words = [];
  let isUnderWay = false;
  return splitClauses(words, context).flatMap((tokens) => {
    const verb = findVerb(dropLeadIn(tokens));
    // Names mean other people and things where the way leads: what follows is for the next turn. Waiting names nothing.
    if (isUnderWay && verb?.deed !== 'wait' && verb?.deed !== 'rest')
      return [{ tokens, result: new ParseFault(UNCLEAR, { kind: 'later' }) }];
    const isBare = verb === null && tokens.every(({ isQuote }) => !isQuote);
    const isCall = isCalled(tokens, now);
    const whole = isBare && head.length > 0 && !isCall ? withVerb(tokens, head, now) : tokens;
    // "give the cup to Fenna, then Ketch": the name alone is no deed.
    if (whole === null) return [{ tokens, result: new ParseFault(UNCLEAR, { kind: 'manner' }) }];
    if (verb !== null) head = isCall ? [] : tokens.slice(0, tokens.length - verb.rest.length);
    return parseEach(whole, now).map((clause) => {
      const { result } = clause;
      if (result instanceof ParseFault) {
        const isUnmet = verb?.isTypo === false && (MEETING.includes(verb.deed) || verb.verb === 'knock');
        now = { ...now, isLost: now.isLost === true || result.details.kind === 'impossible' || isUnmet };
        return clause;
      }
      const isLost = result.verb === 'knock' || (now.isLost === true && result.target?.kind !== 'person');
      now = { ...withReferents(now, result), isSameInput: true, isLost };
      isUnderWay ||= result.deed === 'go' && result.target?.kind === 'exit';
      return clause;
    });
  });
}

function canParse(tokens: Words, context: ParseContext): boolean {
  return attempt(() => parseClause(tokens, context)) !== null;
}

/** A clause without a verb behind the verb of the one before, where that makes sense of it: "look at the bed, then the window". */
function withVerb(tokens: Words, head: Words, context: ParseContext): Words | null {
  const rest = tokens[0]?.word === 'then' ? tokens.slice(1) : tokens;
  const whole = [
    [...head, ...rest],
    [...head, ...tokenise('at'), ...rest],
  ];
  const isName = attempt(() => resolveTarget(rest, ['person', 'thing', 'carried', 'exit'], context)) !== null;
  return (isThing(rest) && whole.find((words) => canParse(words, context))) || (isName ? null : tokens);
}

function readClause(tokens: Words, context: ParseContext): Clause {
  return {
    tokens,
    result: attempt<Action, ParseFault>(
      () => parseClause(tokens, context),
      (fault) => fault,
    ),
  };
}

/** "break the seal and smell the tags" are two deeds, not two things. */
function isThing([first]: Words): boolean {
  return first !== undefined && (STOP_WORDS.has(first.word) || /^[\p{Lu}\d]/u.test(first.raw));
}

/** "take the glass and the tin": one clause for each thing, where the whole is none. */
function parseEach(tokens: Words, context: ParseContext): Clause[] {
  const whole = readClause(tokens, context);
  const rest = findVerb(dropLeadIn(tokens))?.rest ?? [];
  const isSeveral = rest.some(({ word }) => word === 'and') && tokens[0]?.isQuote !== true;
  const isSpeech = isSpokenVerb(findVerb(dropLeadIn(tokens)));
  if (!(whole.result instanceof ParseFault) || !isSeveral || isSpeech) return [whole];
  const head = tokens.slice(0, tokens.length - rest.length);
  const parts: WordToken[][] = [[]];
  for (const token of rest) {
    if (token.word !== 'and') parts.at(-1)?.push({ ...token, mark: '' });
    if (token.word === 'and' || token.mark === 'comma') parts.push([]);
  }
  let now = context;
  const clauses = parts.every(isThing)
    ? parts.map((part) => {
        const clause = readClause([...head, ...part], now);
        if (!(clause.result instanceof ParseFault)) now = withReferents(now, clause.result);
        return clause;
      })
    : [];
  return clauses.every(({ result }) => result instanceof ParseFault) ? [whole] : clauses;
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
  const { person, thing } = listActions(lastText, { ...context, checks: null, clock: 0 }).reduce(
    withReferents,
    context,
  );
  return { person: person ?? findOnlyPerson(context.lexicon), thing };
}

/** The clauses of an input that are understood. */
export function listActions(text: string, context: ParseContext): Action[] {
  return parseInput(text, context).flatMap(({ result }) => (result instanceof ParseFault ? [] : [result]));
}

/** Tells whether a text names a person by a word of their own name. */
export function isNamed(text: string, name: string): boolean {
  const said = new Set(tokenise(text).map(({ word }) => word));
  return name.split(/\s+/).some((part) => normalise(part).length > 2 && said.has(normalise(part)));
}

const SPEECH = toWordSet('ask tell say talk persuade threaten deceive');

/** Splits an input into clauses, one deed each. Sentences always end one; "and" and commas only before a verb. */
function splitClauses(tokens: Words, context: ParseContext): WordToken[][] {
  const clauses: WordToken[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    if (startsClause(tokens.slice(index), clauses.at(-1) ?? [], context)) clauses.push([]);
    clauses.at(-1)?.push(token);
  }
  const isJoin = ({ word }: WordToken) => word === 'and' || word === 'then';
  return clauses
    .map((clause) =>
      clause.slice(
        clause.findIndex((token) => !isJoin(token)),
        clause.findLastIndex((token) => !isJoin(token)) + 1,
      ),
    )
    .filter(({ length }) => length > 0);
}

function startsClause(rest: Words, current: Words, context: ParseContext): boolean {
  const last = current.at(-1);
  const [token, second] = rest;
  if (last === undefined || token === undefined || current.every(isLeadIn)) return false;
  const isSpeech = isSpokenVerb(findVerb(dropLeadIn(current))) || current.some(({ isQuote }) => isQuote);
  if (token.isQuote) return last.mark === 'stop' && !isSpeech;
  if (last.mark === 'stop' || last.mark === 'question') return true;
  if (token.word === 'then') return second !== undefined && last.word !== 'and';
  if (token.word === 'and' && second?.word === 'then') return true;
  if (token.word !== 'and' && last.mark !== 'comma') return false;
  if (isNextCall(rest, context)) return true;
  return !isAddress(current, context) && isNextDeed(dropLeadIn(rest), current, context);
}

/** Words to a person who is called by name go on: "Viktor, tell me", "Dan, go and get your dad". */
function isAddress(tokens: Words, context: ParseContext): boolean {
  const comma = tokens.findIndex(({ mark }) => mark === 'comma');
  const called = tokens.slice(0, comma < 0 ? undefined : comma + 1);
  return findVocative(called, context) !== null || speech.dropGreeting(tokens) !== null;
}

/** Tells whether a clause calls somebody by name and goes on: "Kenji, is yours unbroken?" */
function isCalled(tokens: Words, context: ParseContext): boolean {
  const comma = tokens.findIndex(({ mark }) => mark === 'comma');
  const isMore = comma >= 0 && comma < tokens.length - 1;
  return isMore && findVocative(tokens.slice(0, comma + 1), context) !== null;
}

/** Tells whether words behind "and" ask the next person by name. */
function isNextCall(rest: Words, context: ParseContext): boolean {
  const comma = rest.findIndex(({ mark }) => mark === 'comma');
  const isAsked = rest[0]?.word === 'and' && speech.isQuestionWord(rest[comma + 1]?.word ?? '');
  return isAsked && isCalled(rest.slice(1), context);
}

/** Tells whether words behind "and" or a comma begin a deed of their own. Speech goes on unless they are a whole one. */
function isNextDeed(after: Words, current: Words, context: ParseContext): boolean {
  const last = current.at(-1);
  const spoken = findVerb(dropLeadIn(current));
  if (!isSpokenVerb(spoken) || last?.isQuote === true) {
    const isVerb = findVerb(joinParticle(after))?.isTypo === false;
    return isVerb || GESTURES.has(after[0]?.word ?? '') || isWholeDeed(after, context);
  }
  // Behind a greeting, words to the same person may follow; behind an order, what is ordered.
  const isTalk = spoken?.deed === 'talk';
  if (isTalk && isSpokenVerb(findVerb(after))) return true;
  const isOrder = isPlainVerb(current.slice(-1)) || current.some(({ word }, at) => at > 1 && word === 'to');
  return (last?.mark === 'comma' || !isOrder) && isWholeDeed(after, context);
}

function isSpokenVerb(verb: VerbFound | null): boolean {
  return verb !== null && !verb.isTypo && SPEECH.has(verb.deed);
}

/** Tells whether words are a whole deed. */
function isWholeDeed(tokens: Words, context: ParseContext): boolean {
  const found = findVerb(tokens);
  return found !== null && !found.isTypo && canParse(tokens, context);
}
