import {
  createAction,
  Fault,
  guessed,
  type ParseContext,
  type Parsed,
  resolveTarget,
  splitAfterName,
  withoutHead,
} from './action.ts';
import type { NamedKind } from './lexicon.ts';
import { hearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinRaw, phraseOf, type Words } from './words.ts';

const ANYTHING: readonly NamedKind[] = ['person', 'carried', 'thing', 'exit', 'place', 'self'];
const THINGS: readonly NamedKind[] = ['carried', 'thing', 'exit'];
const HELD: readonly NamedKind[] = ['carried', 'thing'];
const INTO = ['inside', 'behind', 'under', 'beneath', 'underneath', 'through', 'into', 'in'];
const HERE = new Set(['here', 'room', 'place', 'area', 'surroundings', 'everything', 'everywhere', 'around']);

export function parseLook({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const bare = withoutHead(rest, ['closely', 'carefully', 'up', 'down', 'over', 'again', 'out']);
  const [first] = bare;
  if (first === undefined || isHere(withoutHead(bare, ['at']))) return createAction('around', 'look around');
  const isInto = verb === 'look' && INTO.includes(first.word);
  const phrase = withoutHead(isInto ? bare.slice(1) : bare, ['at', 'upon', 'of', 'on']);
  const target = resolveTarget(phrase, isInto ? ANYTHING : [...ANYTHING, 'absent'], context);
  if (target instanceof Fault) return target;
  const topic = target.spoken;
  if (isInto) {
    const where = ['in', 'into'].includes(first.word) ? 'inside' : first.word;
    return createAction('search', `look ${where} ${topic}`, target, { topic, where, verb });
  }
  if (target.named?.kind === 'place') return createAction('around', 'look around', target);
  return createAction('look', `${verb === 'read' ? 'read' : 'look at'} ${topic}`, target, { topic, verb });
}

export function parseSearch({ rest }: VerbFound, context: ParseContext): Parsed {
  const bare = withoutHead(rest, ['through', 'along', 'in']);
  const { before, after } = splitAfterName(bare, ['for'], ANYTHING, context);
  const wanted = joinRaw(after);
  const suffix = wanted === '' ? '' : `for ${wanted}`;
  const isAll = before.length === 0 || isHere(before);
  const place = context.lexicon.named.find(({ kind }) => kind === 'place');
  const target = isAll ? null : resolveTarget(before, ANYTHING, context);
  if (target instanceof Fault) return target;
  if (target === null || target.named?.kind === 'place') {
    const here = place === undefined ? null : { ...guessed(place), isGuess: false };
    return createAction('search', phraseOf('search this place', suffix), here, { topic: wanted });
  }
  const topic = phraseOf(target.spoken, wanted);
  return createAction('search', phraseOf('search', target.spoken, suffix), target, { topic });
}

/** "look for X": whatever is here is looked at, all else is searched for in this place. */
export function parseSeek({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  if (rest.length === 0) return new Fault('I do not know what you look for.');
  const found = resolveTarget(rest, ['person', ...HELD], context);
  if (!(found instanceof Fault) && found.named !== null) {
    return createAction('look', `look at ${found.spoken}`, guessed(found.named));
  }
  const topic = joinRaw(rest);
  return createAction('seek', `look for ${topic}`, null, { topic, verb });
}

function isHere(tokens: Words): boolean {
  const words = withoutHead(tokens, ['the', 'this', 'my', 'whole']);
  return words.length === 1 && HERE.has(words[0]?.word ?? '');
}

const MORE_THAN_ONE = /^(?:[2-9]|\d\d+|all|both|every|everything|two|three|four|five|six|ten)$/;

export function countFault(tokens: Words): Fault | null {
  const isOne = !MORE_THAN_ONE.test(tokens[0]?.word ?? '');
  return isOne ? null : new Fault('I can only take, drop, give or use one thing at a time.');
}

export function parseTake({ rest }: VerbFound, context: ParseContext): Parsed {
  const { before, after } = splitAfterName(rest, ['from', 'off', 'out'], HELD, context);
  const fault = countFault(rest) ?? parseHand(before, context);
  if (fault !== null) return fault;
  const thing = resolveTarget(withoutHead(before, ['up', 'hold', 'of']), ['thing', 'carried'], context);
  if (thing instanceof Fault) return thing;
  const { named, spoken } = thing;
  if (named === null) return new Fault(`There is nothing called “${spoken}” here that can be taken.`);
  // Read again by the narrator, it has been taken.
  if (named.kind === 'carried' && context.lexicon.scenery !== null)
    return new Fault(`You have ${spoken} already.`);
  const owner = after.length === 0 ? null : resolveTarget(after, ['person'], context);
  if (owner === null || owner instanceof Fault || owner.named === null) {
    return createAction('take', `take ${spoken}`, thing, { items: [named] });
  }
  const does = `steal ${spoken} from ${owner.spoken}`;
  return createAction('tamper', does, guessed(owner.named), { items: [named], verb: 'steal' });
}

/** "take her hand" is no theft. */
function parseHand(tokens: Words, context: ParseContext): Parsed | null {
  if (!['hand', 'hands'].includes(tokens.at(-1)?.word ?? '')) return null;
  const heard = hearer(tokens.slice(0, -1), context);
  if (heard instanceof Fault || heard.to === null) return null;
  return createAction('dare', `hold hands with ${heard.to.spoken}`, heard.to, { verb: 'hand' });
}

export function parseDrop({ rest }: VerbFound, context: ParseContext): Parsed {
  const { before } = splitAfterName(rest, ['here', 'on', 'in', 'at'], ['carried'], context);
  const thing = countFault(rest) ?? resolveTarget(before, ['carried'], context);
  if (thing instanceof Fault) return countFault(rest) ?? notCarried(before);
  const items = thing.named === null ? [] : [thing.named];
  return items.length === 0
    ? notCarried(before)
    : createAction('drop', `drop ${thing.spoken}`, thing, { items });
}

function notCarried(tokens: Words): Fault {
  return new Fault(`You carry nothing called “${joinRaw(withoutHead(tokens, ['my']))}”.`);
}

/** "give X to N" and "give N X"; the same for showing. */
export function parseHandOver({ deed, rest }: VerbFound, context: ParseContext): Parsed {
  const { before, word, after } = splitAfterName(rest, ['to'], HELD, context);
  const heard = word === '' ? hearer(rest, context) : hearer(after, context);
  if (heard instanceof Fault) return heard;
  const what = withoutHead(word === '' ? heard.rest : before, ['my']);
  if (heard.to === null) return new Fault(`I do not know whom you ${deed} it to. Name somebody who is here.`);
  if (what.length === 0) return new Fault(`I do not know what you ${deed}.`);
  const thing = countFault(what) ?? resolveTarget(what, HELD, context);
  if (thing instanceof Fault)
    return thing.options.length > 0 ? thing : (countFault(what) ?? notCarried(what));
  const { named, spoken: topic, isGuess } = thing;
  if (named === null && deed === 'give' && context.lexicon.scenery !== null) return notCarried(what);
  return createAction(deed, `${deed} ${topic} to ${heard.to.spoken}`, heard.to, {
    items: named === null ? [] : [named],
    topic,
    isGuess: isGuess || heard.to.isGuess,
  });
}

/** "use X", "use X on Y", "press X", "open X with Y". */
export function parseUse({ deed, rest, verb }: VerbFound, context: ParseContext): Parsed {
  const bare = withoutHead(rest, ['on', 'off', 'up', 'down', 'my']);
  const { before, word, after } = splitAfterName(bare, ['on', 'with', 'at', 'to', 'using'], THINGS, context);
  if (before.length === 0) return new Fault(`I do not know what you ${verb}.`);
  const thing = resolveTarget(before, THINGS, context);
  if (thing instanceof Fault) return thing;
  const other = after.length === 0 ? null : resolveTarget(withoutHead(after, ['my']), ANYTHING, context);
  if (other instanceof Fault) return other;
  const isTool = word === 'with' || word === 'using';
  const [target, tool] = other === null ? [thing, null] : isTool ? [thing, other] : [other, thing];
  const held = tool?.named ?? (target.named?.kind === 'carried' ? target.named : null);
  return createAction(deed, phraseOf(verb, thing.spoken, word, other?.spoken ?? ''), target, {
    items: held === null ? [] : [held],
    topic: phraseOf(thing.spoken, other?.spoken ?? ''),
    verb,
    isGuess: thing.isGuess || (other?.isGuess ?? false),
  });
}
