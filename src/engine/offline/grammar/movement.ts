import {
  type Action,
  createAction,
  Fault,
  type ParseContext,
  resolveTarget,
  splitAt,
  withoutHead,
} from './action.ts';
import { readDuration } from './durations.ts';
import { findName } from './find-name.ts';
import type { Named } from './lexicon.ts';
import { hearer } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinRaw, type Token, toList } from './words.ts';

const ON_THE_WAY = [
  'to',
  'into',
  'through',
  'in',
  'inside',
  'toward',
  'towards',
  'over',
  'back',
  'onto',
  'along',
  'by',
  'on',
  'straight',
  'for',
  'out',
  'of',
  'up',
  'down',
  'round',
  'around',
];

export function parseGo({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const split = splitAt(rest, ['with']);
  const isFirst = rest[0]?.word === 'with';
  const named = isFirst ? rest.slice(1) : split.after;
  const company = named.length === 0 ? null : hearer(named, context);
  if (company instanceof Fault) return company;
  const before = isFirst ? (company?.rest ?? []) : split.before;
  const exit = findExit(before, context);
  if (exit === null) return parseStay(withoutHead(before, ON_THE_WAY), verb, context);
  return createAction('go', `go to ${exit.named.spoken}`, {
    target: exit.named,
    company: company?.to?.named ? [company.to.named] : [],
    isGuess: exit.isGuess,
    verb,
  });
}

/** Going to somebody or something here is no way. Read again by the narrator, the way has been gone already. */
function parseStay(tokens: readonly Token[], verb: string, context: ParseContext): Action | Fault {
  if (tokens.length === 0) return leaveFault(context);
  const isReadAgain = context.lexicon.scenery === null;
  const here = resolveTarget(tokens, ['person', 'place'], context);
  if (!(here instanceof Fault) && here.named?.kind === 'place') {
    return isReadAgain
      ? createAction('go', `go to ${here.spoken}`, { target: here.named, verb })
      : new Fault(`You are at ${here.spoken} already.`);
  }
  if (!(here instanceof Fault) && here.named !== null) {
    if (verb !== 'follow')
      return createAction('talk', `talk to ${here.spoken}`, { target: here.named, isGuess: true });
    return new Fault(`I can follow a way, not a person. ${waysSentence(context)}`, wayOptions(context));
  }
  const isManner = !(resolveTarget(tokens, ['thing', 'carried'], context) instanceof Fault);
  const reason = `I know no way to “${joinRaw(tokens)}” from here. ${waysSentence(context)}`;
  return new Fault(reason, wayOptions(context), { isManner });
}

/** "leave": the only way out, or a question. "leave the tin here" lays it down. */
export function parseLeave({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const thing = resolveTarget(splitAt(rest, ['here', 'on', 'at', 'with']).before, ['carried'], context);
  if (!(thing instanceof Fault) && thing.named !== null) {
    return createAction('drop', `drop ${thing.spoken}`, {
      target: thing.named,
      items: [thing.named],
      isGuess: true,
    });
  }
  const exit = findExit(withoutHead(rest, ['through', 'by', 'for']), context);
  const ways = exits(context);
  const [only] = ways;
  const way = exit?.named ?? (ways.length === 1 ? only : undefined);
  if (way === undefined) return leaveFault(context);
  return createAction('go', `go to ${way.spoken}`, { target: way, isGuess: true, verb });
}

function findExit(tokens: readonly Token[], { lexicon }: ParseContext) {
  const phrases = [joinRaw(tokens), joinRaw(withoutHead(tokens, ON_THE_WAY))];
  for (const phrase of phrases) {
    const found = findName(phrase, lexicon, ['exit']);
    if (found.type === 'one') return found;
  }
  return null;
}

function leaveFault(context: ParseContext): Fault {
  return new Fault(`I do not know where you go. ${waysSentence(context)}`, wayOptions(context));
}

function exits({ lexicon }: ParseContext): readonly Named[] {
  return lexicon.named.filter(({ kind }) => kind === 'exit');
}

function waysSentence(context: ParseContext): string {
  const ways = exits(context).map(({ spoken }) => spoken);
  return ways.length === 0 ? 'There is no way from here.' : `From here you can go to ${toList(ways, 'or')}.`;
}

function wayOptions(context: ParseContext): string[] {
  return exits(context)
    .slice(0, 4)
    .map(({ spoken }) => `go to ${spoken}`);
}

/** Minutes of a wait that names no time. */
const SHORT_WAIT = 10;

export function parseWait({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  if (rest.length === 0) {
    return createAction('wait', `wait for ${SHORT_WAIT} minutes`, { minutes: SHORT_WAIT, isGuess: true });
  }
  const duration = readDuration(rest, context.clock);
  if (duration !== null) {
    const does = duration.spoken.startsWith('until')
      ? `wait ${duration.spoken}`
      : `wait for ${duration.spoken}`;
    return createAction('wait', does, { minutes: duration.minutes, isGuess: duration.isGuess });
  }
  // The narrator need not work out the time again.
  if (context.lexicon.scenery === null) return createAction('wait', `wait ${joinRaw(rest)}`);
  const example = context.clock === null ? 'wait for two hours' : 'wait for two hours, wait until 22:00';
  return new Fault(
    `I can ${verb === 'stay' ? 'stay' : 'wait'} only for a time I can reckon, such as: ${example}.`,
  );
}

const LONG_REST = 480;
const SHORT_REST = 60;

export function parseRest({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const words = rest.map(({ word }) => word);
  const duration = readDuration(rest, context.clock);
  const isNight =
    ['sleep', 'camp', 'lie', 'make', 'long', 'go'].includes(verb) ||
    words.includes('long') ||
    words.includes('night');
  // The rules know two rests and how long each takes.
  const isLong = duration === null ? isNight : duration.minutes > 4 * SHORT_REST;
  return createAction('rest', isLong ? 'take a long rest' : 'take a short rest', {
    minutes: isLong ? LONG_REST : SHORT_REST,
    isGuess: !words.includes('rest') && verb !== 'take' && verb !== 'short' && verb !== 'long',
  });
}
