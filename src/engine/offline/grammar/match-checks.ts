import type { ListedCheck, ListedTrigger } from '#engine/contracts/reading.ts';
import type { Action } from './action.ts';
import { dropLeadIn } from './clauses.ts';
import { listNameWords } from './lexicon.ts';
import { CHECK_WORDS, type Deed, findVerb, isLightVerb } from './verbs.ts';
import { isTypo, joinRaw, listContentStems, normalise, stem, tokenise, type WordToken } from './words.ts';

/** Finds the listed check an action is clearly about, by the words of its label and its scope; null when none is. */
export function chooseCheck(action: Action, checks: readonly ListedCheck[]): ListedCheck | null {
  const { deed, verb, isRequest, topic } = action;
  // Looking into something is no search; a search is said.
  if (deed === 'search' && verb === 'look') return null;
  if (verb === 'order') return findVerbCheck(verb, checks);
  if (isStatement(action)) return checkForWords(topic, checks, deed === 'ask' ? ASKING : SAYING);
  const isTheft = ['steal', 'pickpocket', 'rob'].includes(verb);
  const [sort] = [isRequest && 'request', isTheft && 'theft', deed === 'dare' ? verb : deed].filter(Boolean);
  const words = CHECK_WORDS[sort || deed];
  if (words === undefined) return null;
  // "hack the lift": the object belongs to the deed.
  const object = deed === 'tamper' && !isTheft ? listContentStems(topic) : [];
  const wanted = new Set([...words.split(' ').map(stem), ...object]);
  const own = isRequest || isLightVerb(verb) ? '' : stem(verb);
  return best(checks, ({ id, label, covers }) => {
    const said = listContentStems(covers);
    const title = listContentStems(`${label} ${id.replaceAll('_', ' ')}`);
    const count = (stems: readonly string[]) => new Set(stems.filter((each) => wanted.has(each))).size;
    return count(said) + 2 * count(title) + (own !== '' && [...said, ...title].includes(own) ? 4 : 0);
  });
}

/** Telling something, or asking for something, may be the very thing a check covers: a confession, a loan. */
function isStatement({ deed, topic, isRequest }: Action): boolean {
  return deed === 'tell' || deed === 'say' || (deed === 'ask' && !isRequest && topic.startsWith('for '));
}

const SAYING = ['say', 'confession', 'remark', 'word'].map(stem);
const ASKING = ['ask', 'request'].map(stem);

/** Among checks that are about speech, the one that covers a word of what is said. */
function checkForWords(
  topic: string,
  checks: readonly ListedCheck[],
  speech: readonly string[],
): ListedCheck | null {
  const said = new Set(listContentStems(topic).filter((word) => word.length > 2));
  return best(checks, ({ label, covers }) => {
    const stems = listContentStems(`${label} ${covers}`);
    return stems.some((each) => speech.includes(each)) ? stems.filter((each) => said.has(each)).length : 0;
  });
}

function best(checks: readonly ListedCheck[], score: (check: ListedCheck) => number): ListedCheck | null {
  const scored = checks.map((check) => ({ check, points: score(check) })).filter(({ points }) => points > 0);
  return scored.toSorted((one, other) => other.points - one.points)[0]?.check ?? null;
}

/** The check whose own words hold the verb of a clause the grammar does not know. */
export function findVerbCheck(verb: string, checks: readonly ListedCheck[]): ListedCheck | null {
  if (verb.length < 4 || isLightVerb(verb)) return null;
  const wanted = stem(verb);
  return checks.find(({ label, covers }) => listContentStems(`${label} ${covers}`).includes(wanted)) ?? null;
}

/** A deed as it is compared: one of the grammar, or the stem of a verb the grammar does not know. */
type Doing = {
  readonly deed: Deed | null;
  readonly verb: string;
  readonly where: string;
  readonly matter: readonly string[];
};

const WHERE = new Set(['inside', 'behind', 'under', 'beneath', 'through', 'into', 'in', 'out']);

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
  const said = new Set([...done.matter, ...namedStems(action)]);
  const met = triggers
    .flatMap((trigger) =>
      trigger.when
        .split(';')
        .map((when) => ({ trigger, when: when.trim(), doing: doingOf(tokenise(when), null) })),
    )
    .filter(({ trigger, when, doing }) => {
      const implied = new Set(impliedStems(trigger, placeName));
      const matter = doing.matter.filter((word) => !implied.has(word));
      const needed = matter.length > 0 ? matter : doing.matter;
      return (
        isSameDeed(done, doing) &&
        (needed.length > 0 || normalise(joinRaw(dropLeadIn(tokens))) === normalise(when)) &&
        needed.every((word) => isSaid(word, said)) &&
        isSameQuestion(when, tokens)
      );
    })
    .toSorted((one, other) => other.doing.matter.length - one.doing.matter.length)
    .map(({ trigger }) => trigger);
  return [...new Set(met)].filter((trigger, index, all) => {
    if (!isResponse(trigger)) return true;
    if (isForAnother(trigger, action, placeName)) return false;
    // Setting out is answered by the place one comes to, and a clause by one answer: the closest.
    const first = all.findIndex((one) => isResponse(one) && !isForAnother(one, action, placeName));
    return action?.target?.kind !== 'exit' && first === index;
  });
}

/** "ask Mrs. Quist about Dan" is answered by Mrs. Quist or the place, never by Dan. */
function isForAnother({ about }: ListedTrigger, action: Action | null, placeName: string): boolean {
  const isSpoken = action?.target?.kind === 'person' && ['ask', 'tell', 'say', 'talk'].includes(action.deed);
  return isSpoken && about !== placeName && about !== action?.target?.name;
}

function isResponse({ id }: ListedTrigger): boolean {
  return id.startsWith('response_');
}

/** "ask Quillon why he did it" is met only by a question that asks why. */
function isSameQuestion(when: string, tokens: readonly WordToken[]): boolean {
  const [asked] = tokenise(when).filter(({ word }) => ['why', 'how'].includes(word));
  return asked === undefined || tokens.some(({ word }) => word === asked.word);
}

function doingOf(tokens: readonly WordToken[], action: Action | null): Doing {
  const words = dropLeadIn(tokens);
  const found = findVerb(words);
  const rest = found?.rest ?? words.slice(1);
  const place = rest.find(({ word }) => WHERE.has(word))?.word ?? '';
  const isPeering = found?.deed === 'look' && place !== '' && rest[0]?.word === place;
  const deed = isPeering ? 'search' : (action?.deed ?? found?.deed ?? null);
  return {
    deed: deed === null ? null : (SAME[deed] ?? deed),
    verb: stem(words[0]?.word ?? ''),
    where: isPeering ? (['in', 'into'].includes(place) ? 'inside' : place) : '',
    matter: listContentStems(joinRaw(rest)),
  };
}

function isSameDeed(done: Doing, wanted: Doing): boolean {
  if (wanted.deed === null || done.deed === null) return done.verb === wanted.verb && done.verb.length > 2;
  // "search the seat" covers looking behind it; looking under it does not.
  const isSamePlace = wanted.where === done.where || done.where === '' || wanted.where === '';
  if (done.verb === 'check' && ['look', 'search'].includes(wanted.deed)) return true;
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
