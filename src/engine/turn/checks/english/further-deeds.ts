import type { Deed } from './deed.ts';
import { deedOfNoun } from './deeds-of-nouns.ts';
import type { Token } from './narrated.ts';
import { agreeing, complement, type Predicate, skipAdverbs, willed } from './predicate.ts';
import {
  DETERMINERS,
  DIRECTIONS,
  OBJECTS,
  PREPOSITIONS,
  SUBJECT_PRONOUNS,
  UNASSERTING,
} from './small-words.ts';
import { familiesOf, isSensing, kindOf, readVerb, type VerbReading } from './verbs.ts';

const JOINTS = new Set(['and', 'then', 'but', ',']);
/** `hand over hand`, `step by step`: nouns as often as verbs. */
const NOUNS_TOO = new Set([
  'hand',
  'head',
  'face',
  'back',
  'light',
  'point',
  'step',
  'pace',
  'edge',
  'fire',
  'place',
  'drop',
]);
/** Behind these a bare verb may be what somebody else is perceived to do: `you see them run, jump and shout`. */
const SEES_DO = new Set(['see', 'hear', 'watch', 'feel', 'notice', 'listen', 'look', 'glimpse', 'sense']);
const BEGINS = /^(?:begin|start|try|continue|proceed)$/;
const ASIDES = new Set(['as', 'while']);
const BREAKS = new Set([';', ':', '—', '–', '(', ')']);

/** The other verbs of the same subject: `you see him, draw your blade and charge`. */
export function furtherDeeds(
  tokens: readonly Token[],
  head: Predicate,
  agreement: 'base' | 'third',
): readonly Deed[] {
  const deeds: Deed[] = [];
  for (let at = head.next; at < tokens.length; at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (isBreak(tokens[at], tokens[at - 1]) || begunByOthers(tokens, at)) break;
    const deed = JOINTS.has(lower)
      ? (joined(tokens, behindJoints(tokens, at), head, agreement) ?? saidMeanwhile(tokens, at, head))
      : null;
    if (deed !== null) deeds.push({ ...deed, speech: null });
    if (beginsAside(tokens, at)) at = behindAside(tokens, at);
  }
  return deeds;
}

/** Behind an `and` somebody else's clause may begin; behind a comma it may be an aside. */
function begunByOthers(tokens: readonly Token[], at: number): boolean {
  const lower = tokens[at]?.lower ?? '';
  return lower !== ',' && JOINTS.has(lower) && begins(tokens[behindJoints(tokens, at)]);
}

function isBreak(token: Token | undefined, before: Token | undefined): boolean {
  if (token === undefined) return true;
  // `at once` begins no clause.
  if (token.lower === 'once' && before?.lower === 'at') return false;
  const { kind, lower } = token;
  return kind === 'speech' || BREAKS.has(lower) || UNASSERTING.has(lower);
}

/** `caught his sleeve as he passed, and slipped`: behind the aside, a comma and an `and` lead back to the subject. */
function behindAside(tokens: readonly Token[], from: number): number {
  const end = tokens.findIndex(
    ({ text }, at) => at > from && text === ',' && tokens[at + 1]?.lower === 'and',
  );
  return end === -1 ? tokens.length : end - 1;
}

/** `as he passed`; `you slam your palm down, so that the inkwell jumps, and demand`. */
function beginsAside(tokens: readonly Token[], at: number): boolean {
  const lower = tokens[at]?.lower ?? '';
  return ASIDES.has(lower) || (lower === 'so' && tokens[at + 1]?.lower === 'that');
}

function behindJoints(tokens: readonly Token[], from: number): number {
  let at = from;
  while (JOINTS.has(tokens[at]?.lower ?? '')) at = skipAdverbs(tokens, at + 1);
  return at;
}

/** Whether somebody else's clause begins here. */
function begins(token: Token | undefined): boolean {
  if (token?.kind !== 'word') return true;
  return DETERMINERS.has(token.lower) || SUBJECT_PRONOUNS.has(token.lower) || /^\p{Lu}/u.test(token.text);
}

function joined(
  tokens: readonly Token[],
  at: number,
  { sensing, form, under, next }: Predicate,
  agreement: 'base' | 'third',
): Predicate['deed'] {
  const word = tokens[at]?.lower ?? '';
  const reading = agreeing(readVerb(word), agreement);
  // Behind a comma `like` compares.
  if (reading === null || reading.lemma === 'like' || isSensing(reading.lemma)) return null;
  if (under !== null && !standsAlone(word, reading, under, agreement)) return null;
  const isOfOneTime = form === null || reading.form === form || isBoth(word);
  const doing = doingAt(tokens, at + 1, reading.lemma);
  if (!isOfOneTime || doing === null) return null;
  const own = tokens.slice(at + 1, at + 4).some(({ lower }) => lower === 'your');
  const seesThem = sensing !== null && SEES_DO.has(sensing) && hasObject(tokens[next]);
  if (seesThem && agreement === 'base' && !own) return null;
  return doing;
}

/** `and begin wiping the shelf`, `and give the order`, `and take the cup`. */
function doingAt(tokens: readonly Token[], next: number, lemma: string): Predicate['deed'] {
  const led = BEGINS.test(lemma) ? complement(tokens, next) : deedOfNoun(tokens, next, lemma);
  return led ?? (isVerbHere(lemma, tokens[next]) ? willed(tokens, next, lemma) : null);
}

/** `you run for the cart, shouting to the others`: what is said while something else is done. */
function saidMeanwhile(
  tokens: readonly Token[],
  at: number,
  { sensing, under }: Predicate,
): Predicate['deed'] {
  if (tokens[at]?.lower !== ',' || sensing !== null || under !== null) return null;
  const verb = skipAdverbs(tokens, at + 1);
  const spoken = readVerb(tokens[verb]?.lower ?? '').find(
    ({ lemma, form }) =>
      form === 'ing' && (kindOf(lemma) === 'speak' || lemma === 'decide' || lemma === 'resolve'),
  );
  return spoken === undefined ? null : willed(tokens, verb + 1, spoken.lemma);
}

/** `can't bear it and walks`, `could not wait and walked`: what `can wait and walk` leaves open, these forms do not. */
function standsAlone(
  word: string,
  { form }: VerbReading,
  under: 'have' | 'modal',
  agreement: 'base' | 'third',
): boolean {
  if (form === 'third') return true;
  if (isBoth(word)) return false;
  return under === 'modal' ? form === 'past' : agreement === 'base' && form === 'base';
}

/** `you listen and forgive him`: nobody is heard who could do it. */
function hasObject(behind: Token | undefined): boolean {
  return behind?.kind === 'word' && !JOINTS.has(behind.lower) && !behind.lower.endsWith('ly');
}

/** `bread and water` and `sword and shield` are no doings: a verb has its object or its direction behind it. */
function isVerbHere(lemma: string, following: Token | undefined): boolean {
  if (NOUNS_TOO.has(lemma) && DIRECTIONS.has(following?.lower ?? '')) return false;
  if (following?.kind !== 'word' && ['gesture', 'consuming'].some((family) => familiesOf(lemma).has(family)))
    return true;
  if (PREPOSITIONS.has(following?.lower ?? '') && following?.lower !== 'of' && !NOUNS_TOO.has(lemma))
    return true;
  return isObject(following) || isOnlyVerb(lemma) || /^\p{Lu}/u.test(following?.text ?? '');
}

/** Words for speaking and deciding that are nothing but verbs. */
function isOnlyVerb(lemma: string): boolean {
  return /^(?:say|tell|ask|speak|murmur|mutter|explain|demand|decide|reali[sz]e|think|wonder|believe|agree|announce|declare|beg|plead|confess|admit|refuse)$/.test(
    lemma,
  );
}

/** `put`, `set`, `cut`: the same now and then. */
function isBoth(word: string): boolean {
  const forms = readVerb(word).map(({ form }) => form);
  return forms.includes('base') && forms.includes('past');
}

function isObject(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (
    DETERMINERS.has(token.lower) ||
    OBJECTS.has(token.lower) ||
    DIRECTIONS.has(token.lower) ||
    /^\d|^(?:one|two|three|half|what|whatever)$/.test(token.lower)
  );
}
