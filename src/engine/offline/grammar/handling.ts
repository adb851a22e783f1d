import {
  type ActionTarget,
  createAction,
  createImpossibleFault,
  createWhomFault,
  dropHead,
  isReread,
  type ParseContext,
  type Parsed,
  ParseFault,
  resolveTarget,
  splitAfterName,
  splitAtWord,
  toGuessedTarget,
} from './action.ts';
import { readNumber } from './durations.ts';
import { findName, type LexiconEntry, type NamedKind } from './lexicon.ts';
import { findImpliedHearer, parseHearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { joinPhrase, joinRaw, toWordSet, type Words } from './words.ts';

const ANYTHING: readonly NamedKind[] = ['person', 'carried', 'thing', 'exit', 'place', 'self'];
const THINGS: readonly NamedKind[] = ['carried', 'thing', 'exit'];
const HELD: readonly NamedKind[] = ['carried', 'thing'];
const INTO = ['inside', 'behind', 'under', 'beneath', 'underneath', 'through', 'into', 'in'];
const HERE = new Set(['here', 'room', 'place', 'area', 'surroundings', 'everything', 'everywhere', 'around']);

export function parseLook({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const bare = dropHead(rest, ['closely', 'carefully', 'up', 'down', 'over', 'again', 'out']);
  const [first] = bare;
  if (first === undefined || isHere(dropHead(bare, ['at']))) return createAction('around', 'look around');
  if (verb === 'look' && INTO.includes(first.word)) return parseLookInto(first.word, bare.slice(1), context);
  const phrase = dropHead(bare, ['at', 'upon', 'of', 'on', 'if', 'whether']);
  const whole = resolveTarget(phrase, [...ANYTHING, 'absent'], context);
  const isUnknown = whole instanceof ParseFault && whole.options.length === 0;
  const target = isUnknown ? (personIn(phrase, context) ?? whole) : whole;
  if (target instanceof ParseFault) return target;
  const topic = target.spoken;
  if (target.named?.kind === 'place') return createAction('around', 'look around', target);
  return createAction('look', `${verb === 'read' ? 'read' : 'look at'} ${topic}`, target, { topic, verb });
}

function parseLookInto(word: string, rest: Words, context: ParseContext): Parsed {
  const target = resolveTarget(dropHead(rest, ['of']), ANYTHING, context);
  if (target instanceof ParseFault) return target;
  if (target.named?.kind === 'exit') return notThere(target.named);
  const where = ['in', 'into'].includes(word) ? 'inside' : word;
  const topic = target.spoken;
  return createAction('search', `look ${where} ${topic}`, target, { topic, where, verb: 'look' });
}

/** Reads "look at Viktor's hands", "check if June is asleep": looks at the person. */
function personIn(tokens: Words, context: ParseContext): ActionTarget | null {
  const heard = parseHearer(tokens, context);
  if (heard instanceof ParseFault || heard.to === null || heard.rest.length === 0) return null;
  return { ...heard.to, isGuess: true };
}

export function parseSearch({ rest }: VerbFound, context: ParseContext): Parsed {
  const bare = dropHead(rest, ['through', 'along', 'in']);
  const { before, after } = splitAfterName(bare, ['for'], ANYTHING, context);
  const wanted = joinRaw(after);
  const suffix = wanted === '' ? '' : `for ${wanted}`;
  const isAll = before.length === 0 || isHere(before);
  const place = context.lexicon.named.find(({ kind }) => kind === 'place');
  const target = isAll ? null : resolveTarget(before, ANYTHING, context);
  if (target instanceof ParseFault) return target;
  if (target?.named?.kind === 'exit') return notThere(target.named);
  if (target === null || target.named?.kind === 'place') {
    const here = place === undefined ? null : { ...toGuessedTarget(place), isGuess: false };
    return createAction('search', joinPhrase('search this place', suffix), here, { topic: wanted });
  }
  const topic = joinPhrase(target.spoken, wanted);
  return createAction('search', joinPhrase('search', target.spoken, suffix), target, { topic });
}

function notThere({ spoken }: LexiconEntry): ParseFault {
  return createImpossibleFault(`you are not at ${spoken}. Go there first.`, [`go to ${spoken}`]);
}

/** Reads "look for X": looks at a person or thing that is here, and searches the place for anything else. */
export function parseSeek({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  if (rest.length === 0) return new ParseFault('I do not know what you look for.');
  const found = resolveTarget(rest, ['person', ...HELD], context);
  if (!(found instanceof ParseFault) && found.named !== null) {
    return createAction('look', `look at ${found.spoken}`, toGuessedTarget(found.named));
  }
  const topic = joinRaw(rest);
  return createAction('seek', `look for ${topic}`, null, { topic, verb });
}

function isHere(tokens: Words): boolean {
  const words = dropHead(tokens, ['the', 'this', 'my', 'whole']);
  return words.length === 1 && HERE.has(words[0]?.word ?? '');
}

const MONEY = toWordSet(vocabulary.money);

/** Reads the number of things asked for: `two coins`, `3 of the coins`, `all my chalk`. A number within a name is no count. */
type Counted = { readonly count: number; readonly isAll: boolean; readonly rest: Words };

function readCount(tokens: Words, kinds: readonly NamedKind[], { lexicon }: ParseContext): Counted {
  const bare = dropHead(tokens, ['my', 'the']);
  const [first] = bare;
  const isName = findName(joinRaw(tokens), lexicon, kinds).type === 'one';
  const isAll = first !== undefined && ['all', 'both', 'every'].includes(first.word);
  const count = first === undefined || isName ? null : readNumber(first.word);
  const rest = isName || (!isAll && count === null) ? tokens : dropHead(bare.slice(1), ['of', 'dozen']);
  return { count: Math.max(count ?? 1, 1), isAll: isAll && !isName, rest };
}

/** Returns the amount of money the words name; null when they name none. */
function readMoney(tokens: Words, context: ParseContext): number | ParseFault | null {
  const { count, rest } = readCount(splitAtWord(tokens, ['for']).before, ['carried'], context);
  const words = dropHead(rest, ['some', 'my', 'the']);
  const unit = words.filter(({ word }) => !MONEY.has(word) && word !== context.money?.name);
  if (words.length === 0 || unit.length > 0) return null;
  if (!(findName(joinRaw(words), context.lexicon, ['carried']).type === 'none')) return null;
  if (isReread(context)) return count;
  if (context.money === null)
    return createImpossibleFault('this story keeps no count of your money. Give a thing instead.');
  return tokens.some(({ word }) => readNumber(word) !== null)
    ? count
    : new ParseFault('Say how much, as a number.');
}

/** One thing with how many of it, or why not. */
function resolveCounted(tokens: Words, kinds: readonly NamedKind[], context: ParseContext) {
  const { count, isAll, rest } = readCount(tokens, kinds, context);
  if (tokens[0]?.word === 'everything')
    return new ParseFault('I can only handle one kind of thing at a time.');
  const thing = resolveTarget(rest, kinds, context);
  if (thing instanceof ParseFault) return thing;
  const quantity = isAll ? thing.named?.quantity : count;
  if (quantity === undefined) return new ParseFault('Say how many, as a number.');
  return { ...thing, quantity, told: quantity === 1 ? thing.spoken : `${quantity} of ${thing.spoken}` };
}

export function parseTake({ rest }: VerbFound, context: ParseContext): Parsed {
  const { before, after } = splitAfterName(rest, ['from', 'off', 'out'], HELD, context);
  const hand = parseHand(before, context);
  if (hand !== null) return hand;
  const thing = resolveCounted(dropHead(before, ['up', 'hold', 'of']), ['thing', 'carried'], context);
  if (thing instanceof ParseFault) return thing;
  const { named, spoken, quantity, told } = thing;
  if (named === null)
    return new ParseFault(`There is nothing called “${spoken}” here that can be taken.`, { kind: 'unseen' });
  // Read again by the narrator, it has been taken.
  if (named.kind === 'carried' && !isReread(context))
    return createImpossibleFault(`you have ${spoken} already.`);
  const owner = after.length === 0 ? null : resolveTarget(after, ['person'], context);
  if (owner === null || owner instanceof ParseFault || owner.named === null) {
    return createAction('take', `take ${told}`, thing, { items: [named], quantity });
  }
  const does = `steal ${spoken} from ${owner.spoken}`;
  return createAction('tamper', does, toGuessedTarget(owner.named), { items: [named], verb: 'steal' });
}

/** "take her hand" is no theft. */
function parseHand(tokens: Words, context: ParseContext): Parsed | null {
  if (!['hand', 'hands'].includes(tokens.at(-1)?.word ?? '')) return null;
  const heard = parseHearer(tokens.slice(0, -1), context);
  if (heard instanceof ParseFault || heard.to === null) return null;
  return createAction('dare', `hold hands with ${heard.to.spoken}`, heard.to, { verb: 'hand' });
}

export function parseDrop({ rest }: VerbFound, context: ParseContext): Parsed {
  const { before } = splitAfterName(rest, ['here', 'on', 'in', 'at'], ['carried'], context);
  const thing = resolveCounted(before, ['carried'], context);
  if (thing instanceof ParseFault) return thing.kind === 'unseen' ? notCarried(before) : thing;
  const { named, quantity, told } = thing;
  return named === null
    ? notCarried(before)
    : createAction('drop', `drop ${told}`, thing, { items: [named], quantity });
}

/** "put the penny in his hand" gives it; put anywhere else it is laid down. */
export function parsePut({ rest, ...found }: VerbFound, context: ParseContext): Parsed {
  const { before, after } = splitAfterName(
    rest,
    ['in', 'into', 'on', 'onto', 'at', 'beside'],
    ['carried'],
    context,
  );
  const isHand = ['hand', 'hands', 'palm'].includes(after.at(-1)?.word ?? '');
  const heard = isHand ? parseHearer(after.slice(0, -1), context) : null;
  if (heard instanceof ParseFault) return heard;
  if (heard !== null && heard.to !== null) return handOver('give', before, heard.to, context);
  const laid = parseDrop({ ...found, rest: before }, context);
  return laid instanceof ParseFault ? laid : { ...laid, isGuess: true };
}

function notCarried(tokens: Words): ParseFault {
  return createImpossibleFault(`you carry nothing called “${joinRaw(dropHead(tokens, ['my']))}”.`);
}

/** "give X to N" and "give N X"; the same for showing and paying. Without a name it goes to the only person here. */
export function parseGive({ deed, rest }: VerbFound, context: ParseContext): Parsed {
  const bare = deed === 'pay' ? rest.filter(({ word }) => word !== 'with') : rest;
  const { before, word, after } = splitAfterName(bare, ['to'], HELD, context);
  const heard = parseHearer(word === '' ? bare : after, context);
  const isWhat = heard instanceof ParseFault && word === '' && heard.options.length === 0;
  if (heard instanceof ParseFault && !isWhat) return heard;
  const to = (heard instanceof ParseFault ? null : heard.to) ?? findImpliedHearer(context);
  if (to === null)
    return createWhomFault(
      `Say to whom you ${deed} it.`,
      context,
      (name) => `${deed} ${joinRaw(before)} to ${name}`,
    );
  const what = dropHead(word === '' && !(heard instanceof ParseFault) ? heard.rest : before, ['my']);
  if (what.length === 0) return new ParseFault(`I do not know what you ${deed}.`);
  return handOver(deed, what, to, context);
}

function handOver(deed: VerbFound['deed'], what: Words, to: ActionTarget, context: ParseContext): Parsed {
  const pays = deed === 'show' ? null : readMoney(what, context);
  if (pays instanceof ParseFault) return pays;
  if (pays !== null) {
    const unit = context.money?.name ?? what.at(-1)?.raw ?? '';
    return createAction('pay', `pay ${to.spoken} ${pays} ${unit}`, to, { pays });
  }
  const thing = resolveCounted(splitAfterName(what, ['for'], HELD, context).before, HELD, context);
  if (thing instanceof ParseFault) return thing.kind === 'unseen' ? notCarried(what) : thing;
  const { named, told, spoken: topic, quantity } = thing;
  if (named === null && deed !== 'show' && !isReread(context)) return notCarried(what);
  return createAction(
    deed === 'pay' ? 'give' : deed,
    `${deed === 'pay' ? 'give' : deed} ${told} to ${to.spoken}`,
    to,
    {
      items: named === null ? [] : [named],
      topic,
      quantity,
      isGuess: thing.isGuess || to.isGuess,
    },
  );
}

/** "use X", "use X on Y", "press X", "open X with Y". */
export function parseUse(
  { deed, rest, phrase, verb }: Omit<VerbFound, 'isTypo'>,
  context: ParseContext,
): Parsed {
  const particle = ['on', 'off', 'up', 'down', 'from'].find((word) => word === rest[0]?.word) ?? '';
  const bare = dropHead(rest, [particle]);
  const { before, word, after } = splitAfterName(bare, ['on', 'with', 'at', 'to', 'using'], THINGS, context);
  if (before.length === 0) return new ParseFault(`I do not know what you ${verb}.`, { kind: 'unseen' });
  const thing = resolveTarget(before, THINGS, context);
  const other = after.length === 0 ? null : resolveTarget(after, ANYTHING, context);
  if (thing instanceof ParseFault) return thing;
  if (other instanceof ParseFault) return other;
  // "untie the cord on the tin": one thing, named twice.
  if (other?.named != null && other.named.id === thing.named?.id)
    return parseUse({ deed, rest: before, phrase, verb }, context);
  const [target, tool] = ['with', 'using'].includes(word) || other === null ? [thing, other] : [other, thing];
  const held = tool?.named ?? (target.named?.kind === 'carried' ? target.named : null);
  const topic = joinPhrase(thing.spoken, other?.spoken ?? '');
  const done = joinPhrase(phrase, particle, thing.spoken, word, other?.spoken ?? '');
  const isGuess = thing.isGuess || other?.isGuess === true;
  return createAction(deed, done, target, { items: held === null ? [] : [held], topic, verb, isGuess });
}
