import {
  type Action,
  createAction,
  createImpossibleFault,
  dropHead,
  isReread,
  type ParseContext,
  type Parsed,
  ParseFault,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
} from './action.ts';
import { readDuration } from './durations.ts';
import { findName, type LexiconEntry } from './lexicon.ts';
import { parseHearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { joinRaw, toList, type Words } from './words.ts';

const ON_THE_WAY = vocabulary.onTheWay.split(' ');

export function parseGo({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const split = splitAtWord(rest, ['with']);
  const isFirst = rest[0]?.word === 'with';
  const named = isFirst ? rest.slice(1) : split.after;
  const company = named.length === 0 ? null : parseHearer(named, context);
  if (company instanceof ParseFault) return company;
  const before = isFirst ? (company?.rest ?? []) : split.before;
  const exit = findExit(before, context);
  if (exit === null) return parseStay(dropHead(before, ON_THE_WAY), verb, context);
  const { isGuess } = exit;
  const with_ = company?.to?.named ? [company.to.named] : [];
  return createAction('go', `go to ${exit.named.spoken}`, toGuessedTarget(exit.named), {
    company: with_,
    isGuess,
    verb,
  });
}

/**
 * Reads going to a person or thing that is here, which needs no way. When the narrator reads it again, the player has arrived
 * already.
 */
function parseStay(tokens: Words, verb: string, context: ParseContext): Parsed {
  if (tokens.length === 0) return wayFault('I do not know where you go.', context);
  const here = resolveTarget(tokens, ['person', 'place', 'absent'], context);
  if (here instanceof ParseFault || here.named === null) {
    const thing = resolveTarget(tokens, ['thing', 'carried'], context);
    const isThere =
      !(thing instanceof ParseFault) && ['go', 'walk', 'head', 'step', 'move', 'run'].includes(verb);
    const topic = thing instanceof ParseFault ? '' : thing.spoken;
    const instead = isThere
      ? createAction('look', `look at ${topic}`, { ...thing, isGuess: true }, { topic })
      : undefined;
    return wayFault(`I know no way to “${joinRaw(tokens)}” from here.`, context, instead);
  }
  const { name, kind } = here.named;
  // "Granada" is no way to the Sultan of Granada.
  if (kind === 'absent' && name.toLowerCase().endsWith(` of ${joinRaw(tokens).toLowerCase()}`))
    return wayFault(`I know no way to “${joinRaw(tokens)}” from here.`, context);
  if (kind === 'absent') return createAction('talk', `go to ${here.spoken}`, here);
  if (here.named.kind === 'place') {
    if (!isReread(context)) return createImpossibleFault(`you are at ${here.spoken} already.`);
    return createAction('go', `go to ${here.spoken}`, here, { verb });
  }
  if (verb === 'follow') return wayFault('I can follow a way, not a person.', context);
  return createAction('talk', `talk to ${here.spoken}`, toGuessedTarget(here.named));
}

/** "leave": the only way out, or a question. "leave the tin here" lays it down. */
export function parseLeave(found: VerbFound, context: ParseContext): Parsed {
  const { rest, verb } = found;
  const thing = resolveTarget(splitAtWord(rest, ['here', 'on', 'at', 'with']).before, ['carried'], context);
  if (!(thing instanceof ParseFault) && thing.named !== null) {
    return createAction('drop', `drop ${thing.spoken}`, toGuessedTarget(thing.named), {
      items: [thing.named],
    });
  }
  const named = dropHead(rest, ['through', 'by', 'for']);
  const exit = findExit(named, context);
  const ways = listExits(context);
  const way = exit?.named ?? (ways.length === 1 ? ways[0] : undefined);
  if (way === undefined && named[0]?.word === 'to') return parseGo({ ...found, rest: named }, context);
  if (way === undefined) {
    const { reason, options } = wayFault('I do not know where you go.', context);
    return new ParseFault(reason, { options, kind: 'leaving' });
  }
  return createAction('go', `go to ${way.spoken}`, toGuessedTarget(way), { verb });
}

function findExit(tokens: Words, context: ParseContext) {
  for (const phrase of [joinRaw(tokens), joinRaw(dropHead(tokens, ON_THE_WAY))]) {
    const found = findName(phrase, context.lexicon, ['exit']);
    if (found.type === 'one') return found;
  }
  const way = findDirection(tokens, context) ?? findPrefix(dropHead(tokens, ON_THE_WAY), context);
  return way === null ? null : { named: way, isGuess: true };
}

/** The one way whose label says "up", "down" or "out" as the player does, or the only way there is. */
function findDirection(tokens: Words, context: ParseContext): LexiconEntry | null {
  const ways = listExits(context);
  const word = tokens.length === 1 ? (tokens[0]?.word ?? '') : '';
  const [, labels] = DIRECTIONS.find(([words]) => words?.includes(word)) ?? [];
  if (labels === undefined) return null;
  const fitting = ways.filter(({ aliases }) => aliases.flat().some((each) => labels.includes(each)));
  const [only] = fitting.length > 0 ? fitting : ways;
  return fitting.length === 1 || ways.length === 1 ? (only ?? null) : null;
}

/** "the forty stair to landing 31": the way by its first words, full name or label only. */
function findPrefix(tokens: Words, { lexicon }: ParseContext): LexiconEntry | null {
  for (let length = tokens.length - 1; length > 1; length -= 1) {
    const found = findName(joinRaw(tokens.slice(0, length)), lexicon, ['exit']);
    if (found.type === 'one' && !found.isMistyped) return found.named;
  }
  return null;
}

const DIRECTIONS = Object.entries(vocabulary.directions).map((pair) => pair.map((line) => line.split(' ')));

function listExits({ lexicon }: ParseContext): readonly LexiconEntry[] {
  return lexicon.named.filter(({ kind }) => kind === 'exit');
}

function wayFault(reason: string, context: ParseContext, instead?: Action): ParseFault {
  const ways = listExits(context).map(({ spoken }) => spoken);
  const list =
    ways.length === 0 ? 'There is no way from here.' : `From here you can go to ${toList(ways, 'or')}.`;
  const options = ways.slice(0, 4).map((way) => `go to ${way}`);
  if (instead === undefined) return new ParseFault(`${reason} ${list}`, { options });
  return new ParseFault(`${reason} ${list}`, { options, kind: 'manner', instead });
}

/** Minutes of a wait that names no time. */
const SHORT_WAIT = 10;

export function parseWait({ rest }: VerbFound, context: ParseContext): Parsed {
  const isOpen = rest.length === 0 || ['here', 'outside', 'with'].includes(rest[0]?.word ?? '');
  const duration = readDuration(rest, context.clock);
  if (duration !== null) {
    const { spoken, minutes, isGuess } = duration;
    return createAction('wait', `wait ${spoken.startsWith('until') ? '' : 'for '}${spoken}`, null, {
      minutes,
      isGuess,
    });
  }
  // The narrator need not work out the time again.
  if (isReread(context)) return createAction('wait', `wait ${joinRaw(rest)}`);
  // "wait for somebody to come"
  if (isOpen || (rest[0]?.word === 'for' && rest[1] !== undefined && !/\d/.test(rest[1].word))) {
    const does = `wait for ${SHORT_WAIT} minutes`;
    return createAction('wait', does, null, { minutes: SHORT_WAIT, isGuess: true });
  }
  const example = context.clock === null ? 'wait for two hours' : 'wait for two hours, wait until 22:00';
  return new ParseFault(`I can wait only for a time I can reckon, such as: ${example}.`);
}

const LONG_REST = 480;
const SHORT_REST = 60;

/** The rules know two rests and how long each takes; a span only chooses between them. */
export function parseRest({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const words = [verb, ...rest.map(({ word }) => word)];
  const duration = readDuration(rest, context.clock);
  const isNight = words.some((word) =>
    ['sleep', 'camp', 'lie', 'make', 'long', 'go', 'night'].includes(word),
  );
  const isLong = duration === null ? isNight : duration.minutes > 4 * SHORT_REST;
  const minutes = isLong ? LONG_REST : SHORT_REST;
  const isGuess = !['take', 'short', 'long'].includes(verb);
  return createAction('rest', isLong ? 'take a long rest' : 'take a short rest', null, { minutes, isGuess });
}
