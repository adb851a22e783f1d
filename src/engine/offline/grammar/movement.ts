import {
  type Action,
  attempt,
  createAction,
  createImpossibleFault,
  dropHead,
  type ParseContext,
  ParseFault,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
} from './action.ts';
import { readDuration } from './durations.ts';
import { findName, type LexiconEntry, listNameWords } from './lexicon.ts';
import { parseHearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { joinRaw, toList, toWordSet, type Words } from './words.ts';

/** Words for where the player is. */
const HERE = toWordSet('room place building house area');
const ON_THE_WAY = vocabulary.onTheWay.split(' ');

export function parseGo({ rest, verb }: VerbFound, context: ParseContext): Action {
  const split = splitAtWord(rest, ['with']);
  const isFirst = rest[0]?.word === 'with';
  const named = isFirst ? rest.slice(1) : split.after;
  const company = named.length === 0 ? null : parseHearer(named, context);
  const before = isFirst ? (company?.rest ?? []) : split.before;
  const exit = findExit(before, context);
  if (exit === null) return parseStay(dropHead(before, ON_THE_WAY), verb, context);
  return createGo(exit.named, verb, exit.isGuess, company?.to?.named);
}

function createGo(
  way: LexiconEntry,
  verb: string,
  isGuess = true,
  company: LexiconEntry | null = null,
): Action {
  const target = { ...toGuessedTarget(way), isGuess };
  return createAction('go', `go to ${way.spoken}`, target, {
    company: company === null ? [] : [company],
    verb,
  });
}

/** Reads going to a person or thing that is here, which needs no way. */
function parseStay(tokens: Words, verb: string, context: ParseContext): Action {
  if (tokens.length === 0) throw createWayFault('I do not know where you go.', context);
  const unknown = `I know no way to “${joinRaw(tokens)}” from here.`;
  const here = attempt(() => resolveTarget(tokens, ['person', 'place', 'absent'], context).named);
  if (here === null) {
    const isWalk = ['go', 'walk', 'head', 'step', 'move', 'run'].includes(verb);
    const thing = isWalk ? attempt(() => resolveTarget(tokens, ['thing', 'carried'], context)) : null;
    if (thing === null) throw createWayFault(unknown, context);
    throw createWayFault(unknown, context, { kind: 'manner', options: [`look at ${thing.spoken}`] });
  }
  const { name, kind, spoken } = here;
  if (kind === 'absent') {
    // "Granada" is no way to the Sultan of Granada.
    if (name.toLowerCase().endsWith(` of ${joinRaw(tokens).toLowerCase()}`))
      throw createWayFault(unknown, context);
    return createAction('talk', `go to ${spoken}`, toGuessedTarget(here));
  }
  if (kind === 'place') throw createImpossibleFault(`you are at ${spoken} already.`);
  if (verb === 'follow') throw createWayFault('I can follow a way, not a person.', context);
  return createAction('talk', `talk to ${spoken}`, toGuessedTarget(here));
}

/** "leave": the only way out, or a question. "leave the tin here" lays it down. */
export function parseLeave(found: VerbFound, context: ParseContext): Action {
  const { rest, verb } = found;
  const { before, word, after } = splitAtWord(rest, ['here', 'on', 'at', 'with']);
  const thing = attempt(() => resolveTarget(before, ['carried'], context).named);
  const keeper = word === 'with' ? attempt(() => parseHearer(after, context).to) : null;
  if (thing !== null && keeper !== null)
    throw new ParseFault('Say what you do with it.', {
      options: [`give ${thing.spoken} to ${keeper.spoken}`],
    });
  if (thing !== null)
    return createAction('drop', `drop ${thing.spoken}`, toGuessedTarget(thing), { items: [thing] });
  const named = dropHead(rest, ['through', 'by', 'for']);
  const [only, another] = listExits(context);
  const isOut =
    another === undefined &&
    dropHead(named, ['of', 'the', 'this', 'here']).every(({ word }) => HERE.has(word));
  const way = findExit(named, context)?.named ?? (isOut ? only : undefined);
  if (way !== undefined) return createGo(way, verb);
  if (named[0]?.word === 'to') return parseGo({ ...found, rest: named }, context);
  throw createWayFault('I do not know where you go.', context, { kind: 'leaving' });
}

function findExit(tokens: Words, context: ParseContext) {
  const { lexicon } = context;
  const bare = dropHead(tokens, ON_THE_WAY);
  for (const phrase of [tokens, bare]) {
    const { one, isGuess } = findName(joinRaw(phrase), lexicon, ['exit']);
    if (one !== null) return { named: one, isGuess };
  }
  const direction = findDirection(tokens, context);
  if (direction !== null) return { named: direction, isGuess: true };
  // "the forty stair to landing 31": the way by its first words, full name or label only.
  for (let length = bare.length - 1; length > 1; length -= 1) {
    const head = joinRaw(bare.slice(0, length));
    const { one } = findName(head, lexicon, ['exit']);
    const said = listNameWords(head).join(' ');
    if (one !== null && [one.own, ...one.aliases].some((name) => name.join(' ') === said))
      return { named: one, isGuess: true };
  }
  return null;
}

const DIRECTIONS = vocabulary.directions
  .split(',')
  .map((pair) => pair.split(': ').map((words) => words.split(' ')));

/** The one way whose label says "up", "down" or "out" as the player does, or the only way there is. */
function findDirection([first, second]: Words, context: ParseContext): LexiconEntry | null {
  const [, labels] = DIRECTIONS.find(([words]) => words?.includes(first?.word ?? '')) ?? [];
  if (labels === undefined || second !== undefined) return null;
  const ways = listExits(context);
  const fitting = ways.filter(({ aliases }) => aliases.flat().some((each) => labels.includes(each)));
  const [only = null, another] = fitting.length > 0 ? fitting : ways;
  return another === undefined ? only : null;
}

function listExits({ lexicon }: ParseContext): readonly LexiconEntry[] {
  return lexicon.named.filter(({ kind }) => kind === 'exit');
}

function createWayFault(reason: string, context: ParseContext, more: Partial<ParseFault['details']> = {}) {
  const ways = listExits(context).map(({ spoken }) => spoken);
  const list =
    ways.length === 0 ? 'There is no way from here.' : `From here you can go to ${toList(ways, 'or')}.`;
  const options = ways.slice(0, 4).map((way) => `go to ${way}`);
  return new ParseFault(`${reason} ${list}`, { options, ...more });
}

/** Minutes of a wait that names no time. */
const SHORT_WAIT = 10;

export function parseWait({ rest }: Pick<VerbFound, 'rest'>, context: ParseContext): Action {
  const wait = (span: string, minutes = 0, isGuess = false) =>
    createAction('wait', `wait ${span}`, null, { minutes, isGuess });
  const [first, second] = rest;
  const duration = readDuration(rest, context.clock);
  if (duration !== null) {
    const { spoken, minutes, isGuess } = duration;
    return wait(spoken.startsWith('until') ? spoken : `for ${spoken}`, minutes, isGuess);
  }
  // "wait for somebody to come"
  const isForSomebody = first?.word === 'for' && second !== undefined && !/\d/.test(second.word);
  if (first === undefined || isForSomebody || ['here', 'outside', 'with'].includes(first.word))
    return wait(`for ${SHORT_WAIT} minutes`, SHORT_WAIT, true);
  const example = context.clock === null ? 'wait for two hours' : 'wait for two hours, wait until 22:00';
  throw new ParseFault(`I can wait only for a time I can reckon, such as: ${example}.`);
}

const LONG_REST = 480;
const SHORT_REST = 60;
const LONG_WORDS = ['sleep', 'camp', 'lie', 'make', 'long', 'go', 'night'];

/** The rules know two rests and how long each takes; a span only chooses between them. */
export function parseRest({ rest, verb }: Pick<VerbFound, 'rest' | 'verb'>, context: ParseContext): Action {
  const duration = readDuration(rest, context.clock);
  const isNight = [verb, ...rest.map(({ word }) => word)].some((word) => LONG_WORDS.includes(word));
  // No rest is that short.
  if (duration !== null && duration.minutes < SHORT_REST)
    return { ...parseWait({ rest }, context), isGuess: true };
  const isLong = duration === null ? isNight : duration.minutes > 4 * SHORT_REST;
  const minutes = isLong ? LONG_REST : SHORT_REST;
  if (duration?.isGuess === false && Math.abs(duration.minutes - minutes) > 1.5 * SHORT_REST) {
    const wait = parseWait({ rest }, context).does;
    throw new ParseFault('A short rest takes an hour, a long one eight.', {
      options: ['take a long rest', wait],
    });
  }
  const isGuess = !['take', 'short', 'long'].includes(verb);
  return createAction('rest', isLong ? 'take a long rest' : 'take a short rest', null, { minutes, isGuess });
}
