import type { ListedTrigger } from '#engine/contracts/reading.ts';
import type { Action } from './action.ts';
import { withoutLeadIn } from './clauses.ts';
import { nameWords } from './lexicon.ts';
import { type Deed, findVerb } from './verbs.ts';
import { contentStems, isTypo, joinRaw, stem, type Token, tokenise } from './words.ts';

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
};

/**
 * Finds the listed conditions a clause meets: the deed must be the same and every word of the matter must be said, by the player
 * or by the names of those the clause is aimed at. Words that only name the place or person a condition belongs to are implied
 * when the clause is there.
 */
export function matchTriggers(
  clause: { readonly tokens: readonly Token[]; readonly action: Action | null },
  triggers: readonly ListedTrigger[],
  placeName: string,
): readonly ListedTrigger[] {
  const { tokens, action } = clause;
  const done = doingOf(tokens, action);
  const said = new Set([...done.matter, ...namedStems(action)]);
  return triggers
    .map((trigger) => ({ trigger, doing: doingOf(tokenise(trigger.when), null) }))
    .filter(({ trigger, doing }) => {
      const implied = new Set(impliedStems(trigger, placeName));
      const matter = doing.matter.filter((word) => !implied.has(word));
      const needed = matter.length > 0 ? matter : doing.matter;
      return isSameDeed(done, doing) && needed.length > 0 && needed.every((word) => isSaid(word, said));
    })
    .toSorted((one, other) => other.doing.matter.length - one.doing.matter.length)
    .map(({ trigger }) => trigger);
}

function doingOf(tokens: readonly Token[], action: Action | null): Doing {
  const words = withoutLeadIn(tokens);
  const found = findVerb(words);
  const rest = found?.rest ?? words.slice(1);
  const place = rest.find(({ word }) => WHERE.has(word))?.word ?? '';
  const isPeering = found?.deed === 'look' && place !== '' && rest[0]?.word === place;
  const deed = isPeering ? 'search' : (action?.deed ?? found?.deed ?? null);
  return {
    deed: deed === null ? null : (SAME[deed] ?? deed),
    verb: stem(words[0]?.word ?? ''),
    where: isPeering ? (['in', 'into'].includes(place) ? 'inside' : place) : '',
    matter: contentStems(joinRaw(rest)),
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
  const place = nameWords(placeName);
  const words = nameWords(about);
  return words.length > 0 && words.every((word) => place.includes(word)) ? words.map(stem) : [];
}
