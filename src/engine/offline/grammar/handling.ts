import {
  type Action,
  createAction,
  Fault,
  type ParseContext,
  resolveTarget,
  splitAfterName,
  withoutHead,
} from './action.ts';
import type { NamedKind } from './lexicon.ts';
import { hearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinRaw, type Token } from './words.ts';

const ANYTHING: readonly NamedKind[] = ['person', 'carried', 'thing', 'exit', 'place', 'self'];
const THINGS: readonly NamedKind[] = ['carried', 'thing', 'exit'];
const INTO = ['inside', 'behind', 'under', 'beneath', 'underneath', 'through', 'into', 'in'];
const HERE = new Set(['here', 'room', 'place', 'area', 'surroundings', 'everything', 'everywhere', 'around']);

export function parseLook({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const bare = withoutHead(rest, ['closely', 'carefully', 'up', 'down', 'over', 'again', 'out']);
  const [first] = bare;
  if (first === undefined || isHere(withoutHead(bare, ['at']))) return createAction('around', 'look around');
  if (verb === 'look' && INTO.includes(first.word)) return parseInto(first.word, bare.slice(1), context);
  const target = resolveTarget(
    withoutHead(bare, ['at', 'upon', 'of', 'on']),
    [...ANYTHING, 'absent'],
    context,
  );
  if (target instanceof Fault) return target;
  if (target.named?.kind === 'place') return createAction('around', 'look around', { target: target.named });
  const does = `${verb === 'read' ? 'read' : 'look at'} ${target.spoken}`;
  return createAction('look', does, {
    target: target.named,
    topic: target.spoken,
    verb,
    isGuess: target.isGuess,
  });
}

function parseInto(word: string, rest: readonly Token[], context: ParseContext): Action | Fault {
  const target = resolveTarget(withoutHead(rest, ['of']), ANYTHING, context);
  if (target instanceof Fault) return target;
  const where = ['in', 'into'].includes(word) ? 'inside' : word;
  return createAction('search', `look ${where} ${target.spoken}`, {
    target: target.named,
    topic: target.spoken,
    where,
    verb: 'look',
    isGuess: target.isGuess,
  });
}

export function parseSearch({ rest }: VerbFound, context: ParseContext): Action | Fault {
  const { before, word, after } = splitAfterName(
    withoutHead(rest, ['through', 'along', 'in']),
    ['for'],
    ANYTHING,
    context,
  );
  const wanted = word === '' ? '' : joinRaw(after);
  const suffix = wanted === '' ? '' : ` for ${wanted}`;
  if (before.length === 0 || isHere(before)) {
    const place = context.lexicon.named.find(({ kind }) => kind === 'place') ?? null;
    return createAction('search', `search this place${suffix}`, { target: place, topic: wanted });
  }
  const target = resolveTarget(before, ANYTHING, context);
  if (target instanceof Fault) return target;
  const spoken = target.named?.kind === 'place' ? 'this place' : target.spoken;
  return createAction('search', `search ${spoken}${suffix}`, {
    target: target.named,
    topic: [target.spoken, wanted].join(' ').trim(),
    isGuess: target.isGuess,
  });
}

/** "look for X": whatever is here is looked at, all else is searched for in this place. */
export function parseSeek({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  if (rest.length === 0) return new Fault('I do not know what you look for.');
  const found = resolveTarget(rest, ['person', 'carried', 'thing'], context);
  if (!(found instanceof Fault) && found.named !== null) {
    return createAction('look', `look at ${found.spoken}`, { target: found.named, isGuess: true });
  }
  return createAction('seek', `look for ${joinRaw(rest)}`, { topic: joinRaw(rest), verb });
}

function isHere(tokens: readonly Token[]): boolean {
  const words = tokens
    .map(({ word }) => word)
    .filter((word) => !['the', 'this', 'my', 'whole'].includes(word));
  return words.length === 1 && HERE.has(words[0] ?? '');
}

const MORE_THAN_ONE = /^(?:[2-9]|\d\d+|all|both|every|everything|two|three|four|five|six|ten)$/;

export function countFault(tokens: readonly Token[]): Fault | null {
  const [first] = tokens;
  return first !== undefined && MORE_THAN_ONE.test(first.word)
    ? new Fault('I can only take, drop, give or use one thing at a time.')
    : null;
}

export function parseTake({ rest }: VerbFound, context: ParseContext): Action | Fault {
  const counted = countFault(rest);
  if (counted !== null) return counted;
  const { before, after } = splitAfterName(rest, ['from', 'off', 'out'], ['thing', 'carried'], context);
  const hand = parseHand(before, context);
  if (hand !== null) return hand;
  const thing = resolveTarget(withoutHead(before, ['up', 'hold', 'of']), ['thing', 'carried'], context);
  if (thing instanceof Fault) return thing;
  if (thing.named === null)
    return new Fault(`There is nothing called “${thing.spoken}” here that can be taken.`);
  if (thing.named.kind === 'carried' && context.lexicon.scenery !== null)
    return new Fault(`You have ${thing.spoken} already.`);
  const owner = after.length === 0 ? null : resolveTarget(after, ['person'], context);
  if (owner !== null && !(owner instanceof Fault) && owner.named !== null) {
    return createAction('tamper', `steal ${thing.spoken} from ${owner.spoken}`, {
      target: owner.named,
      items: [thing.named],
      verb: 'steal',
      isGuess: true,
    });
  }
  return createAction('take', `take ${thing.spoken}`, {
    target: thing.named,
    items: [thing.named],
    isGuess: thing.isGuess,
  });
}

/** "take her hand" is no theft. */
function parseHand(tokens: readonly Token[], context: ParseContext): Action | Fault | null {
  if (!['hand', 'hands'].includes(tokens.at(-1)?.word ?? '')) return null;
  const heard = hearer(tokens.slice(0, -1), context);
  if (heard instanceof Fault || heard.to === null) return null;
  return createAction('dare', `hold hands with ${heard.to.spoken}`, {
    target: heard.to.named,
    verb: 'hand',
    isGuess: heard.to.isGuess,
  });
}

export function parseDrop({ rest }: VerbFound, context: ParseContext): Action | Fault {
  const counted = countFault(rest);
  if (counted !== null) return counted;
  const thing = resolveTarget(
    splitAfterName(rest, ['here', 'on', 'in', 'at'], ['carried'], context).before,
    ['carried'],
    context,
  );
  if (thing instanceof Fault || thing.named === null) return notCarried(rest);
  return createAction('drop', `drop ${thing.spoken}`, {
    target: thing.named,
    items: [thing.named],
    isGuess: thing.isGuess,
  });
}

function notCarried(tokens: readonly Token[]): Fault {
  return new Fault(`You carry nothing called “${joinRaw(withoutHead(tokens, ['my']))}”.`);
}

/** "give X to N" and "give N X"; the same for showing. */
export function parseHandOver({ deed, rest }: VerbFound, context: ParseContext): Action | Fault {
  const { before, word, after } = splitAfterName(rest, ['to'], ['carried', 'thing'], context);
  const heard = word === '' ? hearer(rest, context) : hearer(after, context);
  if (heard instanceof Fault) return heard;
  const what = withoutHead(word === '' ? heard.rest : before, ['my']);
  if (heard.to === null) return new Fault(`I do not know whom you ${deed} it to. Name somebody who is here.`);
  if (what.length === 0) return new Fault(`I do not know what you ${deed}.`);
  const counted = countFault(what);
  if (counted !== null) return counted;
  const thing = resolveTarget(what, ['carried', 'thing'], context);
  if (thing instanceof Fault) return thing.options.length > 0 ? thing : notCarried(what);
  if (thing.named === null && deed === 'give' && context.lexicon.scenery !== null) return notCarried(what);
  return createAction(deed, `${deed} ${thing.spoken} to ${heard.to.spoken}`, {
    target: heard.to.named,
    items: thing.named === null ? [] : [thing.named],
    topic: thing.spoken,
    isGuess: thing.isGuess || heard.to.isGuess,
  });
}

/** "use X", "use X on Y", "press X", "open X with Y". */
export function parseUse({ deed, rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const { before, word, after } = splitAfterName(
    withoutHead(rest, ['on', 'off', 'up', 'down']),
    ['on', 'with', 'at', 'to', 'using'],
    THINGS,
    context,
  );
  if (before.length === 0) return new Fault(`I do not know what you ${verb}.`);
  const thing = resolveTarget(withoutHead(before, ['my']), THINGS, context);
  if (thing instanceof Fault) return thing;
  const other = after.length === 0 ? null : resolveTarget(withoutHead(after, ['my']), ANYTHING, context);
  if (other instanceof Fault) return other;
  const isTool = word === 'with' || word === 'using';
  const [target, tool] = other === null ? [thing, null] : isTool ? [thing, other] : [other, thing];
  const phrase = [verb, thing.spoken, word, other?.spoken ?? ''].filter((part) => part !== '').join(' ');
  const held = tool?.named ?? (target.named?.kind === 'carried' ? target.named : null);
  return createAction(deed, phrase, {
    target: target.named,
    items: held === null ? [] : [held],
    topic: [thing.spoken, other?.spoken ?? ''].join(' ').trim(),
    verb,
    isGuess: thing.isGuess || (other?.isGuess ?? false),
  });
}
