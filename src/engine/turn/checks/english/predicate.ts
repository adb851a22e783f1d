import type { Doing } from './deed.ts';
import { deedOfNoun } from './deeds-of-nouns.ts';
import { feels, isFeeling } from './feelings-felt.ts';
import type { Token } from './narrated.ts';
import { ADVERBS, BE, DO, HAVE, MODALS, ODD_PASTS, PLACES_OF_REST } from './small-words.ts';
import { isLight, isSensing, kindOf, readVerb, type VerbForm, type VerbReading } from './verbs.ts';

export type Predicate = {
  readonly deed: Doing | null;
  /** Null when an auxiliary hides it. */
  readonly form: VerbForm | null;
  /** The verb, if it is one of the senses: what follows it may be somebody else's doing. */
  readonly sensing: string | null;
  /** Where further verbs of the same subject are looked for. */
  readonly next: number;
  /** An auxiliary that goes for the verbs behind it as well, unless their form says that they stand on their own. */
  readonly under: 'have' | 'modal' | null;
};

const DECIDED: Doing = { lemma: 'decide', kind: 'think', behind: '' };
const NOTHING = { deed: null, sensing: null, form: null, under: null } as const;
const POSTURES = new Set(['stand', 'sit', 'lie', 'lean', 'perch', 'huddle', 'settle', 'float', 'wait']);
/** Doings only with one of these words behind them; else they are states, or say something else. */
const ONLY_WITH: Readonly<Record<string, readonly string[]>> = {
  make: ['for', 'your', 'his', 'her', 'their', 'my'],
  get: ['up', 'to', 'out', 'down', 'into', 'in', 'on'],
  come: ['in', 'into', 'down', 'closer', 'forward', 'back', 'over'],
  hold: ['out', 'up'],
  carry: [],
  let: [],
  down: [],
  bar: [],
  note: [],
  mind: [],
  land: [],
  gather: [],
  present: [],
  save: [],
  taste: [],
  deal: ['the', 'a', 'your', 'him', 'her'],
  skip: [],
  release: ['the', 'your', 'his', 'her'],
  wear: [],
  face: [],
  read: ['aloud', 'out'],
  catch: [],
  cover: [],
  start: [],
  continue: [],
  back: ['away', 'out', 'off'],
  press: ['on', 'the', 'your', 'his', 'her', 'a'],
  long: [],
  rest: ['your', 'his', 'her', 'my'],
  figure: ['the', 'that', 'he', 'she', 'it', 'they', 'on', 'a', 'this'],
  expect: [],
  fill: [],
  work: [],
  mention: ['that', 'the'],
  roll: ['your', 'his', 'her', 'their', 'my', 'up'],
  sink: ['down', 'onto', 'back'],
  shake: ['your', 'his', 'her', 'their', 'my', 'hands', 'the'],
};
const DECIDING = new Set(['decide', 'resolve', 'choose', 'conclude', 'realize', 'realise', 'determine']);
const DENIED = new Set(['believe', 'trust', 'want', 'care', 'hesitate', 'like', 'wait']);

export function skipAdverbs(tokens: readonly Token[], from: number): number {
  let at = from;
  while (isAdverb(tokens[at])) at += 1;
  return at;
}

function isAdverb(token: Token | undefined): boolean {
  if (token?.kind !== 'word') return false;
  return ADVERBS.has(token.lower) || (/\w{3}ly$/.test(token.lower) && token.lower !== 'reply');
}

/** What is said of a subject that ends before `from`; null when no verb the checks know follows. */
export function predicateAt(
  tokens: readonly Token[],
  from: number,
  agreement: 'base' | 'third',
): Predicate | null {
  const own = agreement === 'third' ? behindApposition(tokens, from) : from;
  const at = skipAdverbs(tokens, behindParenthesis(tokens, skipAdverbs(tokens, own)));
  const word = tokens[at]?.lower ?? '';
  if (BE.has(word)) return afterBe(tokens, skipAdverbs(tokens, at + 1));
  if (HAVE.has(word)) return afterHave(tokens, skipAdverbs(tokens, at + 1));
  if (MODALS.has(word)) return afterModal(tokens, at);
  if (DO.has(word)) return afterDo(tokens, at);
  const reading = agreeing(readVerb(word), agreement);
  if (reading !== null) return head(tokens, at, reading);
  return isVerbLike(word, agreement) ? { ...NOTHING, next: at + 1 } : null;
}

/** A verb the lists do not know: after it the same subject may still do something they do. */
function isVerbLike(word: string, agreement: 'base' | 'third'): boolean {
  if (agreement === 'base') return /^[a-z]{3,}$/.test(word);
  return /^[a-z]{2,}(?:s|ed)$/.test(word) || ODD_PASTS.has(word);
}

/** `Mistletoe the caretaker shuffles`. */
function behindApposition(tokens: readonly Token[], at: number): number {
  const isNoun = tokens[at]?.lower === 'the' && tokens[at + 1]?.kind === 'word';
  return isNoun ? at + 2 : at;
}

/** `Hesper, shield up, steps`: what stands between two commas is passed over. */
function behindParenthesis(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== ',') return at;
  if (/^(?:who|whose)$/.test(tokens[at + 1]?.lower ?? '')) return behindRelative(tokens, at);
  const close = tokens.slice(at + 1, at + 9).findIndex(({ text }) => text === ',');
  return close === -1 ? at : at + 2 + close;
}

const LONGEST_RELATIVE = 30;

/** `Ivy, who has had no sleep, and no supper, sits down`: to the first verb behind a comma; until then it is all said of her. */
function behindRelative(tokens: readonly Token[], at: number): number {
  const verb = tokens
    .slice(at + 2, at + LONGEST_RELATIVE)
    .findIndex(
      ({ lower }, index) =>
        tokens[at + 1 + index]?.text === ',' && agreeing(readVerb(lower), 'third') !== null,
    );
  return verb === -1 ? at : at + 2 + verb;
}

export function agreeing(readings: readonly VerbReading[], agreement: 'base' | 'third'): VerbReading | null {
  const now = readings.find(({ form }) => form === agreement);
  return now ?? readings.find(({ form }) => form === 'past') ?? null;
}

function head(tokens: readonly Token[], at: number, { lemma, form }: VerbReading): Predicate {
  const next = at + 1;
  const plain = { deed: null, sensing: isSensing(lemma) ? lemma : null, form, next, under: null };
  if (lemma === 'feel')
    return feels(tokens, next) ? { ...plain, deed: { lemma, kind: 'feel', behind: '' } } : plain;
  if (isSensing(lemma)) return { ...plain, deed: oneselfDoing(tokens, next) };
  if (lemma === 'make' && makesUpMind(tokens, next)) return { ...plain, deed: DECIDED };
  const noun = deedOfNoun(tokens, next, lemma);
  if (noun !== null) return { ...plain, deed: noun };
  const led = isLight(lemma) ? complement(tokens, next) : null;
  if (led !== null) return { ...plain, deed: led };
  return { ...plain, deed: willed(tokens, next, lemma) };
}

const ONESELF = /^(?:yourself|himself|herself|themselves|myself)$/;

/** `you hear yourself say`: whoever perceives it does it. */
function oneselfDoing(tokens: readonly Token[], next: number): Doing | null {
  if (!ONESELF.test(tokens[next]?.lower ?? '')) return null;
  const verb = readVerb(tokens[next + 1]?.lower ?? '').find(({ form }) => form === 'base' || form === 'ing');
  return verb === undefined || isSensing(verb.lemma) ? null : willed(tokens, next + 2, verb.lemma);
}

/** A verb as a doing, unless what follows makes a state of it. */
export function willed(tokens: readonly Token[], next: number, lemma: string): Doing | null {
  const kind = kindOf(lemma);
  if (kind === null) return null;
  const following = tokens[next]?.lower ?? '';
  if (POSTURES.has(lemma) && PLACES_OF_REST.has(following)) return null;
  if (isEffort(tokens, next, lemma)) return { lemma: 'push', kind: 'act', behind: '' };
  const object = tokens[next + 1]?.lower ?? '';
  if (isFinding(lemma, following, object)) return null;
  const other = inOtherWords(lemma, object);
  if (other !== null) return other;
  const needed = ONLY_WITH[lemma];
  if (needed !== undefined && !needed.includes(following)) return null;
  return { lemma, kind, behind: wordsFrom(tokens, next) };
}

const REACH_BEHIND = 7;

function wordsFrom(tokens: readonly Token[], from: number): string {
  const words: string[] = [];
  for (let at = from; at < from + REACH_BEHIND && tokens[at]?.kind === 'word'; at += 1)
    words.push(tokens[at]?.text ?? '');
  return words.join(' ');
}

const LIFTED = /^(?:raise|lift|lower|drop|cast|turn)$/;
const FINDING =
  /^(?:say nothing|turn (?:up|out)|pick out|make out|take in|run into|come across|break (?:the|into))$/;
const EYES = /^(?:eyes|gaze|head)$/;
const CONTROLS = /^(?:release|switch|button|lights?|brakes?|key|lever|alarm|valve)$/;

/** `hit the switch`, `put the question`: another deed than the verb alone. */
function inOtherWords(lemma: string, object: string): Doing | null {
  if (lemma === 'put' && object === 'question') return { lemma: 'ask', kind: 'speak', behind: '' };
  return lemma === 'hit' && CONTROLS.test(object) ? { lemma: 'press', kind: 'act', behind: '' } : null;
}

/** `turn up nothing`, `pick out a face`, `say nothing`: ways to say that something is found or seen, or nothing done. */
function isFinding(lemma: string, following: string, object: string): boolean {
  // Whoever lays an ear to the door listens.
  if ((LIFTED.test(lemma) && EYES.test(object)) || object === 'ear') return true;
  return FINDING.test(`${lemma} ${following}`);
}

const BODY = new Set(['shoulder', 'back', 'weight', 'hip', 'knee', 'boot', 'foot', 'shoulders']);

/** Whoever puts a shoulder to the door pushes it: no other deed than the one they set out on. */
function isEffort(tokens: readonly Token[], next: number, lemma: string): boolean {
  if (!/^(?:put|set|throw|lean|brace|plant|press)$/.test(lemma) || !BODY.has(tokens[next + 1]?.lower ?? ''))
    return false;
  return /^(?:to|against|into|behind)$/.test(tokens[next + 2]?.lower ?? '');
}

/** `begin to climb`, `find yourself nodding`, `keep walking`. */
export function complement(tokens: readonly Token[], from: number): Predicate['deed'] {
  const near = tokens.slice(from, from + 4);
  const at = near.findIndex(({ lower }, index) =>
    readVerb(lower).some(
      ({ form }) => form === 'ing' || (form === 'base' && near[index - 1]?.lower === 'to'),
    ),
  );
  const lemma = at === -1 ? undefined : readVerb(near[at]?.lower ?? '')[0]?.lemma;
  return lemma === undefined || isSensing(lemma) ? null : willed(tokens, from + at + 1, lemma);
}

function afterBe(tokens: readonly Token[], at: number): Predicate {
  const word = tokens[at]?.lower ?? '';
  const next = at + 1;
  if (isFeeling(tokens, at)) return { ...NOTHING, deed: { lemma: 'be', kind: 'feel', behind: '' }, next };
  const lemma = readVerb(word).find(({ form }) => form === 'ing')?.lemma;
  if (lemma === undefined || isSensing(lemma) || POSTURES.has(lemma)) return { ...NOTHING, next };
  return { ...NOTHING, deed: willed(tokens, next, lemma), next };
}

function afterHave(tokens: readonly Token[], at: number): Predicate {
  const word = tokens[at]?.lower ?? '';
  const madeUp = word === 'made' && makesUpMind(tokens, at + 1);
  const lemma = readVerb(word).find(({ form }) => form === 'participle')?.lemma ?? '';
  const decided = madeUp || DECIDING.has(lemma);
  // Whoever has begun to do it is doing it.
  const begun = lemma === 'begin' || lemma === 'start' ? complement(tokens, at + 1) : null;
  if (decided) return { ...NOTHING, deed: DECIDED, next: at, under: 'have' };
  const meanwhile = isMeanwhile(tokens, at) ? willed(tokens, at + 1, lemma) : null;
  return { ...NOTHING, deed: begun ?? seized(tokens, at) ?? meanwhile, next: at, under: 'have' };
}

/** `By the time the clerk calls you have left`: the story went on without them. `By the time you have passed` only says when. */
function isMeanwhile(tokens: readonly Token[], at: number): boolean {
  const [by, the, time] = tokens.map(({ lower }) => lower);
  return by === 'by' && the === 'the' && time === 'time' && at > SAYS_WHEN;
}

/** `By the time you have passed`. */
const SAYS_WHEN = 5;

const HELD_BY =
  /^(?:the )?\S+ by (?:the|his|her|their|one) (?:collar|throat|neck|hair|wrist|arm|sleeve|scruff|ear|lapels?|shoulders?)\b/;

/** `has the man by the collar`. */
function seized(tokens: readonly Token[], at: number): Doing | null {
  const near = tokens.slice(at, at + 6).map(({ lower }) => lower);
  return HELD_BY.test(near.join(' ')) ? { lemma: 'grapple', kind: 'act', behind: 'him' } : null;
}

/** `up your mind`, behind `make`. */
function makesUpMind(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.lower === 'up' && tokens[at + 2]?.lower === 'mind';
}

/** What can, may or must be done is left open, but who cannot help doing it does it. */
function afterModal(tokens: readonly Token[], at: number): Predicate {
  const near = tokens.slice(at, at + 3).map(({ lower }) => lower);
  const helpless = /^(?:can't|cannot|couldn't|can not|could not) help/.test(near.join(' '));
  const deed = helpless ? ({ lemma: 'help', kind: 'feel', behind: '' } as const) : null;
  return { ...NOTHING, deed, next: at + 1, under: 'modal' };
}

function afterDo(tokens: readonly Token[], at: number): Predicate | null {
  const negated = /n't$/.test(tokens[at]?.lower ?? '') || tokens[at + 1]?.lower === 'not';
  const verb = skipAdverbs(tokens, at + (tokens[at + 1]?.lower === 'not' ? 2 : 1));
  const lemma = readVerb(tokens[verb]?.lower ?? '').find(({ form }) => form === 'base')?.lemma;
  if (lemma === undefined) return null;
  const kind = kindOf(lemma);
  const counts = kind !== null && (!negated || DENIED.has(lemma));
  return { ...NOTHING, deed: counts ? willed(tokens, verb + 1, lemma) : null, next: verb + 1 };
}
