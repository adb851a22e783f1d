import type { ListedCheck, ListedTrigger } from '#engine/contracts/reading.ts';
import type { Action } from './action.ts';
import { listNameWords } from './lexicon.ts';
import { CHECK_WORDS, type Deed, dropLeadIn, findVerb, LIGHT_VERBS } from './verbs.ts';
import {
  countShared,
  isTypo,
  joinRaw,
  listContentStems,
  normalise,
  stem,
  tokenise,
  toWordSet,
  type WordToken,
} from './words.ts';

/** Finds the listed check an action is clearly about, by the words of its label and its scope; null when none is. */
export function chooseCheck(action: Action, checks: readonly ListedCheck[]): ListedCheck | null {
  const { deed, verb, isRequest, topic } = action;
  // Looking into something is no search; a search is said.
  if (deed === 'search' && verb === 'look') return null;
  if (verb === 'order') return findVerbCheck(verb, checks);
  // Telling something, or asking for something, may be the very thing a check covers: a confession, a loan.
  if (deed === 'tell' || deed === 'say') return checkForWords(topic, checks, SAYING);
  if (deed === 'ask' && !isRequest && topic.startsWith('for ')) return checkForWords(topic, checks, ASKING);
  return checkForDeed(action, checks);
}

function checkForDeed({ deed, verb, isRequest, topic }: Action, checks: readonly ListedCheck[]) {
  const isTheft = ['steal', 'pickpocket', 'rob'].includes(verb);
  const sort = isTheft ? 'theft' : deed === 'dare' ? verb : deed;
  const words = CHECK_WORDS[isRequest ? 'request' : sort];
  if (words === undefined) return null;
  // "hack the lift": the object belongs to the deed.
  const object = deed === 'tamper' && !isTheft ? listContentStems(topic) : [];
  const wanted = new Set([...words.split(' ').map(stem), ...object]);
  const own = isRequest || LIGHT_VERBS.has(verb) ? '' : stem(verb);
  return findBest(checks, ({ id, label, covers }) => {
    const title = `${label} ${id.replaceAll('_', ' ')}`;
    const isNamed = listContentStems(`${covers} ${title}`).includes(own);
    return countShared(covers, wanted) + 2 * countShared(title, wanted) + (isNamed ? 4 : 0);
  });
}

const SAYING = ['say', 'confession', 'remark', 'word'].map(stem);
const ASKING = ['ask', 'request'].map(stem);

/** Among checks that are about speech, the one that covers a word of what is said. */
function checkForWords(topic: string, checks: readonly ListedCheck[], speech: readonly string[]) {
  const said = listContentStems(topic).filter((word) => word.length > 2);
  return findBest(checks, ({ label, covers }) => {
    const stems = listContentStems(`${label} ${covers}`);
    return stems.some((each) => speech.includes(each))
      ? stems.filter((each) => said.includes(each)).length
      : 0;
  });
}

function findBest(checks: readonly ListedCheck[], score: (check: ListedCheck) => number): ListedCheck | null {
  const scored = checks.map((check) => ({ check, points: score(check) })).filter(({ points }) => points > 0);
  return scored.toSorted((one, other) => other.points - one.points)[0]?.check ?? null;
}

/** The check whose own words hold the verb of a clause the grammar does not know. */
export function findVerbCheck(verb: string, checks: readonly ListedCheck[]): ListedCheck | null {
  if (verb.length < 4 || LIGHT_VERBS.has(verb)) return null;
  const wanted = stem(verb);
  return checks.find(({ label, covers }) => listContentStems(`${label} ${covers}`).includes(wanted)) ?? null;
}

/** A deed as it is compared: one of the grammar, or the stem of a verb the grammar does not know. */
type Doing = {
  readonly deed: Deed | null;
  readonly verb: string;
  readonly where: string;
  readonly matter: readonly string[];
  /** Words behind the verb, or what is said to a person. */
  readonly words: readonly string[];
};

const LOUD = toWordSet('shout yell scream call sing');
const WHERE = toWordSet('inside behind under beneath through into in out');
const BY_VERB: ReadonlySet<Deed> = new Set(['use', 'tamper', 'dare']);

/** Deeds that count as the same when a condition is compared with what a player does. */
const SAME: Readonly<Partial<Record<Deed, Deed>>> = {
  around: 'look',
  leave: 'go',
  say: 'tell',
  talk: 'ask',
  exert: 'go',
  put: 'drop',
};

/**
 * Finds the listed conditions a clause meets. The deed must be the same. The player, or the names of the clause's targets, must
 * say every word of the matter. Words that only name the condition's own place or person are implied when the clause is there.
 * Semicolons stand between several ways to say the same.
 */
export function matchTriggers(
  clause: { readonly tokens: readonly WordToken[]; readonly action: Action | null },
  triggers: readonly ListedTrigger[],
  placeName: string,
): readonly ListedTrigger[] {
  const { tokens, action } = clause;
  const done = doingOf(tokens, action);
  const named = namedStems(action);
  const said = new Set([...done.matter, ...named]);
  const isMet = ({ trigger, when, doing }: Wanted) => {
    const implied = new Set(impliedStems(trigger, placeName));
    const matter = doing.matter.filter((word) => !implied.has(word));
    const needed = matter.length > 0 ? matter : doing.matter;
    return (
      isSameDeed(done, doing) &&
      (needed.length > 0 || normalise(joinRaw(dropLeadIn(tokens))) === normalise(when)) &&
      needed.every((word) => isSaid(word, said)) &&
      isSameQuestion(when, tokens) &&
      isSameAddress(doing, done, named) &&
      !(isRequest(when) && /^["“«].*\?["”»]$/su.test(tokens[0]?.raw ?? ''))
    );
  };
  const met = triggers
    .flatMap((trigger) => trigger.when.split(';').map((when) => ({ trigger, when: when.trim() })))
    .map((one) => ({ ...one, doing: doingOf(tokenise(one.when), null) }))
    .filter(isMet)
    .toSorted((one, other) => other.doing.matter.length - one.doing.matter.length)
    .map(({ trigger }) => trigger);
  // Setting out is answered by the place one comes to, and a clause by one answer: the closest.
  const responses = met.filter((one) => isResponse(one) && !isForAnother(one, done, action, placeName));
  const [answer] = action?.target?.kind === 'exit' ? [] : responses;
  return [...new Set(met)].filter((trigger) => trigger === answer || !isResponse(trigger));
}

type Wanted = { readonly trigger: ListedTrigger; readonly when: string; readonly doing: Doing };

/** "ask Mrs. Quist about Dan" is answered by Mrs. Quist or the place, never by Dan. */
function isForAnother({ about }: ListedTrigger, { deed }: Doing, action: Action | null, placeName: string) {
  const isSpoken = deed === 'ask' || deed === 'tell';
  // Words to somebody who is not here are answered by the place alone.
  const isHeard = action === null || action.target?.kind === 'person';
  return isSpoken && isHeard && about !== placeName && about !== action?.target?.name;
}

function isResponse({ id }: ListedTrigger): boolean {
  return id.startsWith('response_');
}

/**
 * Tells whether words say to a person what a condition asks for. A condition that says nothing beside the name ("talk to Dan") is
 * met by words that say nothing beside it either. "Ask Dan who he is" is met by all of its words.
 */
function isSameAddress(wanted: Doing, done: Doing, named: readonly string[]): boolean {
  if (!SPOKEN.has(wanted.deed ?? '') || wanted.matter.some((word) => !named.includes(word))) return true;
  const others = ({ words }: Doing) => words.filter((word) => !named.includes(stem(word)));
  const [asked, said] = [others(wanted), others(done)];
  return asked.length === 0 ? said.length === 0 : asked.every((word) => said.includes(word));
}

const SPOKEN = toWordSet('ask tell');
const BESIDE_NAMES = toWordSet('to with at the a an mr mrs miss please');

/** "ask Mrs. Quist to go" is not met by "Mrs. Quist, did you see a man go by?" */
function isRequest(when: string): boolean {
  return /^ask .+ to /.test(when);
}

/** "ask Quillon why he did it" is met only by a question that asks why. */
function isSameQuestion(when: string, tokens: readonly WordToken[]): boolean {
  const [asked] = tokenise(when).filter(({ word }) => ['why', 'how'].includes(word));
  return asked === undefined || tokens.some(({ word }) => word === asked.word);
}

function doingOf(tokens: readonly WordToken[], action: Action | null): Doing {
  const words = dropLeadIn(tokens);
  const found = findVerb(words);
  // The words of a quotation count where somebody hears them.
  const isHeard = words[0]?.isQuote === true && action?.target?.kind === 'person';
  const rest = found?.rest ?? (isHeard ? words : words.slice(1));
  const first = rest[0]?.word ?? '';
  const isPeering = found?.deed === 'look' && WHERE.has(first);
  const deed = isPeering ? 'search' : (action?.deed ?? found?.deed ?? null);
  return {
    deed: deed === null ? null : (SAME[deed] ?? deed),
    verb: stem(words[0]?.word ?? ''),
    where: isPeering ? first.replace(/^in(?:to)?$/, 'inside') : '',
    matter: listContentStems(joinRaw(rest)),
    words: (action === null ? rest : tokenise(action.topic.replace(/[“”"«»]/gu, ' ')))
      .map(({ word }) => word)
      .filter((word) => !BESIDE_NAMES.has(word)),
  };
}

function isSameDeed(done: Doing, wanted: Doing): boolean {
  if (wanted.deed === null || done.deed === null) return done.verb === wanted.verb && done.verb.length > 2;
  // What is said to somebody is not called out.
  if (LOUD.has(wanted.verb) && !LOUD.has(done.verb)) return false;
  if (done.verb === 'check' && ['look', 'search'].includes(wanted.deed)) return true;
  // "search the seat" covers looking behind it; looking under it does not.
  const isSamePlace = wanted.where === done.where || done.where === '' || wanted.where === '';
  // Pressing is not turning; using may be both.
  const isSameVerb = !BY_VERB.has(done.deed) || done.verb === wanted.verb || done.verb === 'use';
  return done.deed === wanted.deed && isSamePlace && isSameVerb;
}

function isSaid(word: string, said: ReadonlySet<string>): boolean {
  return said.has(word) || (word.length > 4 && [...said].some((each) => isTypo(each, word)));
}

/** Names and the main words of titles of those a clause is aimed at; of things only the noun. */
function namedStems(action: Action | null): string[] {
  const named = action === null ? [] : [action.target, ...action.items].filter((each) => each !== null);
  return named.flatMap(({ own, aliases, head, kind }) => {
    if (kind === 'place') return [...own, 'room', 'place'].map(stem);
    const words = head === null ? [...own, ...aliases.flatMap(([main = '']) => main)] : [head];
    return words.map(stem);
  });
}

function impliedStems({ about }: ListedTrigger, placeName: string): string[] {
  const place = listNameWords(placeName);
  const words = listNameWords(about);
  return words.length > 0 && words.every((word) => place.includes(word)) ? words.map(stem) : [];
}
