import {
  type Action,
  type ActionTarget,
  attempt,
  createAction,
  createImpossibleFault,
  createWhomFault,
  dropHead,
  type ParseContext,
  ParseFault,
  resolveTarget,
  splitAfterName,
  splitAtWord,
  toGuessedTarget,
  UNCLEAR,
} from './action.ts';
import { parsePower } from './conflict.ts';
import { readNumber } from './durations.ts';
import { findName, type LexiconEntry, type NamedKind } from './lexicon.ts';
import { findImpliedHearer, parseHearer } from './speech.ts';
import type { Deed, VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { joinPhrase, joinRaw, toWordSet, type Words } from './words.ts';

const ANYTHING: readonly NamedKind[] = ['person', 'carried', 'thing', 'exit', 'place', 'self'];
const THINGS: readonly NamedKind[] = ['carried', 'thing', 'exit'];
const HELD: readonly NamedKind[] = ['carried', 'thing'];
const INTO = ['inside', 'behind', 'under', 'beneath', 'underneath', 'through', 'into', 'in'];
const POCKETS = toWordSet('pocket pockets bag backpack purse coat');
const HERE = toWordSet('here room place area surroundings everything everywhere around');

export function parseLook({ rest, verb }: VerbFound, context: ParseContext): Action {
  const bare = dropHead(rest, ['closely', 'carefully', 'up', 'down', 'over', 'again', 'out']);
  const [first] = bare;
  if (first?.word === 'to') throw new ParseFault(UNCLEAR);
  if (first === undefined || isHere(dropHead(bare, ['at']))) return createAction('around', 'look around');
  if (!['read', 'check', 'count', 'see'].includes(verb) && INTO.includes(first.word))
    return parseLookInto(first.word, bare.slice(1), context);
  const phrase = dropHead(bare, ['at', 'upon', 'of', 'on', 'if', 'whether']);
  const target = attempt(
    () => resolveTarget(phrase, [...ANYTHING, 'absent'], context),
    (fault) => {
      // "look at Viktor's hands", "check if June is asleep": looks at the person.
      const heard = fault.details.options.length > 0 ? null : attempt(() => parseHearer(phrase, context));
      if (heard === null || heard.to === null || heard.rest.length === 0) throw fault;
      return { ...heard.to, isGuess: true };
    },
  );
  const topic = target.spoken;
  if (target.named?.kind === 'place') return createAction('around', 'look around', target);
  return createAction('look', `${verb === 'read' ? 'read' : 'look at'} ${topic}`, target, { topic, verb });
}

function parseLookInto(word: string, rest: Words, context: ParseContext): Action {
  const target = resolveHere(dropHead(rest, ['of']), context);
  const where = ['in', 'into'].includes(word) ? 'inside' : word;
  const topic = target.spoken;
  return createAction('search', `look ${where} ${topic}`, target, { topic, verb: 'look' });
}

/** Resolves something that can be searched. A way leads elsewhere. */
function resolveHere(tokens: Words, context: ParseContext): ActionTarget {
  const target = resolveTarget(tokens, ANYTHING, context);
  const { spoken } = target;
  if (target.named?.kind !== 'exit') return target;
  throw createImpossibleFault(`you are not at ${spoken}. Go there first.`, [`go to ${spoken}`]);
}

export function parseSearch({ rest }: VerbFound, context: ParseContext): Action {
  const bare = dropHead(rest, ['through', 'along', 'in']);
  const { before, after } = splitAfterName(bare, ['for'], ANYTHING, context);
  const wanted = joinRaw(after);
  const suffix = wanted === '' ? '' : `for ${wanted}`;
  const isAll = before.length === 0 || isHere(before);
  const target = isAll ? null : resolveHere(before, context);
  if (target === null || target.named?.kind === 'place') {
    const named = context.lexicon.named.find(({ kind }) => kind === 'place') ?? null;
    const here = { named, spoken: '', isGuess: false };
    return createAction('search', joinPhrase('search this place', suffix), here, { topic: wanted });
  }
  const topic = joinPhrase(target.spoken, wanted);
  return createAction('search', joinPhrase('search', target.spoken, suffix), target, { topic });
}

/** Reads "look for X": looks at a person or thing that is here, and searches the place for anything else. */
export function parseSeek({ rest, verb }: VerbFound, context: ParseContext): Action {
  if (rest.length === 0) throw new ParseFault('I do not know what you look for.');
  const named = attempt(() => resolveTarget(rest, ['person', ...HELD], context).named);
  if (named !== null) return createAction('look', `look at ${named.spoken}`, toGuessedTarget(named));
  const topic = joinRaw(rest);
  return createAction('seek', `look for ${topic}`, null, { topic, verb });
}

function isHere(tokens: Words): boolean {
  const words = dropHead(tokens, ['the', 'this', 'my', 'whole']);
  return words.length === 1 && HERE.has(words[0]?.word ?? '');
}

/** Reads the number of things asked for: `two coins`, `3 of the coins`, `all my chalk`. A number within a name is no count. */
function readCount(tokens: Words, kinds: readonly NamedKind[], { lexicon }: ParseContext) {
  const [first, ...others] = dropHead(tokens, ['my', 'the']);
  const isName = findName(joinRaw(tokens), lexicon, kinds).one !== null;
  const isAll = !isName && ['all', 'both', 'every'].includes(first?.word ?? '');
  const said = isName ? null : readNumber(first?.word ?? '');
  if (said === 0) throw new ParseFault('Say how many, as a number.');
  const count = (said ?? 1) * (said !== null && others[0]?.word === 'dozen' ? 12 : 1);
  const rest = isAll || said !== null ? dropHead(others, ['of', 'dozen']) : tokens;
  return { count, isAll, rest };
}

const MONEY = toWordSet(vocabulary.money);

/** Tells whether a word means money: in general, or as the sheet or the story's purse call it. */
function isMoneyWord(word: string, { money }: ParseContext): boolean {
  return MONEY.has(word) || money?.name.toLowerCase().split(' ').includes(word) === true;
}

/** Returns the amount of money the words name; null when they name none. */
function readMoney(tokens: Words, context: ParseContext): number | null {
  const { count, rest } = readCount(splitAtWord(tokens, ['for']).before, ['carried'], context);
  const words = dropHead(rest, ['some', 'my', 'the']);
  const isMoney = words.every(({ word }) => isMoneyWord(word, context));
  const { one, several } = findName(joinRaw(words), context.lexicon, ['carried']);
  if (words.length === 0 || !isMoney || one !== null || several.length > 0) return null;
  if (context.money === null)
    throw createImpossibleFault('this story keeps no count of your money. Give a thing instead.');
  if (tokens.some(({ word }) => readNumber(word) !== null)) return count;
  throw new ParseFault('Say how much, as a number.');
}

/** One thing with how many of it. */
function resolveCounted(tokens: Words, kinds: readonly NamedKind[], context: ParseContext) {
  const { count, isAll, rest } = readCount(tokens, kinds, context);
  if (tokens[0]?.word === 'everything')
    throw new ParseFault('I can only handle one kind of thing at a time.');
  const thing = resolveTarget(rest, kinds, context);
  const quantity = isAll ? thing.named?.quantity : count;
  if (quantity === undefined) throw new ParseFault('Say how many, as a number.');
  return { ...thing, quantity, told: quantity === 1 ? thing.spoken : `${quantity} of ${thing.spoken}` };
}

/** One thing the player has, or may take up first, with how many of it. */
function resolveHeld(what: Words, kinds: readonly NamedKind[], context: ParseContext, said = what) {
  return attempt(
    () => resolveCounted(what, kinds, context),
    (fault) => {
      throw fault.details.kind === 'unseen' ? createNotCarriedFault(said) : fault;
    },
  );
}

function createNotCarriedFault(tokens: Words): ParseFault {
  return createImpossibleFault(`you carry nothing called “${joinRaw(dropHead(tokens, ['my']))}”.`);
}

export function parseTake({ rest }: Pick<VerbFound, 'rest'>, context: ParseContext): Action {
  const { before, after } = splitAfterName(rest, ['from', 'off', 'out'], HELD, context);
  // "take her hand" is no theft.
  const holder = findHolder(before, ['hand', 'hands'], context);
  if (holder !== null)
    return createAction('dare', `hold hands with ${holder.spoken}`, holder, { verb: 'hand' });
  const what = dropHead(before, ['up', 'hold', 'of']);
  const thing = resolveCounted(what, ['thing', 'carried'], context);
  const { named, spoken, quantity, told } = thing;
  if (named === null)
    throw new ParseFault(`There is nothing called “${spoken}” here that can be taken.`, { kind: 'unseen' });
  if (named.kind === 'carried') throw createImpossibleFault(`you have ${spoken} already.`);
  const owner = after.length === 0 ? null : attempt(() => resolveTarget(after, ['person'], context).named);
  if (owner === null) return createAction('take', `take ${told}`, thing, { items: [named], quantity });
  const does = `steal ${spoken} from ${owner.spoken}`;
  return createAction('tamper', does, toGuessedTarget(owner), { items: [named], verb: 'steal' });
}

/** "her hand", "Viktor's palm": the person whose hand it is; null for anything else. */
function findHolder(tokens: Words, hands: readonly string[], context: ParseContext): ActionTarget | null {
  if (!hands.includes(tokens.at(-1)?.word ?? '')) return null;
  return attempt(() => parseHearer(tokens.slice(0, -1), context).to);
}

export function parseDrop({ rest }: Pick<VerbFound, 'rest'>, context: ParseContext): Action {
  const kinds: readonly NamedKind[] = ['carried'];
  const { before, after } = splitAfterName(rest, ['here', 'on', 'in', 'at'], kinds, context);
  const held = resolveHeld(before, kinds, context);
  const thing = { ...held, isGuess: held.isGuess || after.length > 0 };
  const { named, quantity, told } = thing;
  if (named === null) throw createNotCarriedFault(before);
  return createAction('drop', `drop ${told}`, thing, { items: [named], quantity });
}

/** "put the penny in his hand" gives it; put anywhere else it is laid down. */
export function parsePut({ rest }: VerbFound, context: ParseContext): Action {
  const places = ['in', 'into', 'on', 'onto', 'at', 'beside'];
  const { before, after } = splitAfterName(rest, places, ['carried'], context);
  const to = findHolder(after, ['hand', 'hands', 'palm'], context);
  if (to !== null) return handOver('give', before, to, context);
  if (after.some(({ word }) => POCKETS.has(word))) return parsePocket(before, context);
  const near = attempt(() => parseHearer(after, context).to);
  if (near !== null)
    throw new ParseFault('Say what you do with it.', {
      options: [`give ${joinRaw(before)} to ${near.spoken}`],
    });
  return { ...parseDrop({ rest: before }, context), isGuess: true };
}

/** "put the aid in my pocket" takes it. What is carried already is there: nothing is left to do. */
function parsePocket(what: Words, context: ParseContext): Action {
  return attempt(
    () => parseTake({ rest: what }, context),
    (fault) => {
      throw fault.details.kind === 'impossible' ? new ParseFault(fault.message, { kind: 'manner' }) : fault;
    },
  );
}

/** "give X to N" and "give N X"; the same for showing and paying. Without a name it goes to the only person here. */
export function parseGive({ deed, rest }: VerbFound, context: ParseContext): Action {
  const bare = deed === 'pay' ? rest.filter(({ word }) => word !== 'with') : rest;
  if (bare[0]?.word === 'me') throw new ParseFault('Ask somebody for it.');
  const { before, word, after } = splitAfterName(bare, ['to'], HELD, context);
  const heard = attempt(
    () => parseHearer(word === '' ? bare : after, context),
    (fault) => {
      if (word !== '' || fault.details.options.length > 0) throw fault;
      return { to: null, rest: before };
    },
  );
  const [more] = word === '' ? [] : heard.rest;
  if (more !== undefined && !['for', 'because', 'as'].includes(more.word))
    throw new ParseFault('One thing after the other, please.');
  const to = heard.to ?? findImpliedHearer(context);
  if (to === null) {
    const command = (name: string) => `${deed} ${joinRaw(before)} to ${name}`;
    throw createWhomFault(`Say to whom you ${deed} it.`, context, command);
  }
  const what = dropHead(word === '' ? heard.rest : before, ['my']);
  if (what.length === 0) throw new ParseFault(`I do not know what you ${deed}.`);
  // "give Imre a potion": one of the sheet is used on the other.
  const power = deed === 'give' ? findPower('use', 'use', what, context) : null;
  if (power !== null) return { ...power, target: to.named, does: `${power.does} on ${to.spoken}` };
  return handOver(deed, what, to, context);
}

function handOver(deed: Deed, what: Words, to: ActionTarget, context: ParseContext): Action {
  const isMoney = what.every(({ word }) => isMoneyWord(word, context));
  if (deed === 'show' && isMoney)
    return createAction('show', `show ${joinRaw(what)} to ${to.spoken}`, to, { topic: joinRaw(what) });
  const pays = deed === 'show' ? null : readMoney(what, context);
  if (pays !== null) {
    const unit = context.money?.name ?? what.at(-1)?.raw ?? '';
    return createAction('pay', `pay ${to.spoken} ${pays} ${unit}`, to, { pays });
  }
  const { before, word } = splitAfterName(what, ['for'], HELD, context);
  if (word !== '' && deed !== 'show')
    throw new ParseFault('I cannot trade. Give it, or ask for the other thing.');
  const thing = resolveHeld(before, HELD, context, what);
  const { named, told, spoken: topic, quantity } = thing;
  if (named === null && deed !== 'show') throw createNotCarriedFault(what);
  const done = deed === 'pay' ? 'give' : deed;
  const items = named === null ? [] : [named];
  const isGuess = thing.isGuess || to.isGuess;
  return createAction(done, `${done} ${told} to ${to.spoken}`, to, { items, topic, quantity, isGuess });
}

/** Whether words say a part of a thing's name and not its noun: the hut of a hut key. */
function isNamedAfter({ own, head }: LexiconEntry, tokens: Words): boolean {
  const words = tokens.map(({ word }) => word);
  return !words.includes(head ?? '') && words.some((word) => own.includes(word));
}

/** Finds the power of the sheet that is used, unless the words name a thing that is at hand. */
function findPower(deed: Deed, phrase: string, words: Words, context: ParseContext): Action | null {
  if (deed !== 'use') return null;
  const isThing = attempt(() => resolveTarget(words, THINGS, context).named) !== null;
  return isThing ? null : parsePower(phrase, words, context);
}

/** Finds the thing that is used: "open the hut" does not open the hut key. */
function resolveUsed(deed: Deed, words: Words, context: ParseContext): ActionTarget {
  const found = resolveTarget(words, THINGS, context);
  const isOther = deed === 'open' && found.named?.kind === 'carried' && isNamedAfter(found.named, words);
  if (isOther) return { named: null, spoken: joinRaw(words), isGuess: false };
  // What is opened or knocked on is the door, not the place behind it.
  return found.named?.kind === 'exit' ? { ...found, spoken: joinRaw(words) } : found;
}

/** "use X", "use X on Y", "press X", "open X with Y". */
export function parseUse(
  { deed, rest, phrase, verb }: Omit<VerbFound, 'isTypo' | 'isPast'>,
  context: ParseContext,
): Action {
  const particle = ['on', 'off', 'up', 'down', 'from'].find((word) => word === rest[0]?.word) ?? '';
  const bare = dropHead(rest, [particle]);
  const power = findPower(deed, joinPhrase(phrase, particle), bare, context);
  if (power !== null) return power;
  const { before, word, after } = splitAfterName(bare, ['on', 'with', 'at', 'to', 'using'], THINGS, context);
  if (before.length === 0) throw new ParseFault(`I do not know what you ${verb}.`, { kind: 'unseen' });
  const thing = resolveUsed(deed, before, context);
  const other = after.length === 0 ? null : resolveTarget(after, ANYTHING, context);
  // "untie the cord on the tin": one thing, named twice.
  if (other?.named != null && other.named.id === thing.named?.id)
    return parseUse({ deed, rest: before, phrase, verb }, context);
  const [target, tool] = ['with', 'using'].includes(word) || other === null ? [thing, other] : [other, thing];
  const held = tool?.named ?? (target.named?.kind === 'carried' ? target.named : null);
  const topic = joinPhrase(thing.spoken, other?.spoken ?? '');
  const does = joinPhrase(phrase, particle, thing.spoken, word, other?.spoken ?? '');
  const isGuess = thing.isGuess || other?.isGuess === true;
  return createAction(deed, does, target, { items: held === null ? [] : [held], topic, verb, isGuess });
}
