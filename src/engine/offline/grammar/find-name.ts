import { type Lexicon, type Named, type NamedKind, nameWords } from './lexicon.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isTypo, stem } from './words.ts';

/** How a phrase was understood. `isGuess`: by a typing error, an alias, a title, or a part of a name that is not its noun. */
export type Found =
  | { readonly type: 'one'; readonly named: Named; readonly isGuess: boolean; readonly isMistyped: boolean }
  | { readonly type: 'several'; readonly named: readonly Named[] }
  | { readonly type: 'none' };

const HONORIFICS = new Set(vocabulary.honorifics.split(' '));

/** Ranks, best first: full name, alias, part of the name, title or role, short form, typing error. */
const FULL = 7;
const ALIAS = 6;
const PART = 5;
const WEAK_PART = 4;
const TITLE = 3;
const SHORT = 2;
const TYPO = 1;

/**
 * Finds the one entry of the lexicon a phrase means. Better matches win over worse ones, then the kinds named first. Several
 * equally good people are reported, so that the player can be asked; several equally good things of one name are the same.
 */
export function findName(phrase: string, lexicon: Lexicon, kinds: readonly NamedKind[]): Found {
  const said = nameWords(phrase);
  const bare = said.filter((word) => !HONORIFICS.has(word));
  const words = bare.length === 0 ? said : bare;
  if (words.length === 0) return { type: 'none' };
  const ranked = lexicon.named
    .filter(({ kind }) => kinds.includes(kind))
    .map((named) => ({
      named,
      rank: rankOf(words, named, kinds.length === 1),
      order: kinds.indexOf(named.kind),
    }))
    .filter(({ rank }) => rank > 0);
  // Somebody who is here goes before somebody who is not, unless that one's whole name is said.
  const isHere = ranked.some(({ named, rank }) => named.kind === 'person' && rank >= TITLE);
  const met = ranked.filter(({ named, rank }) => named.kind !== 'absent' || !isHere || rank === FULL);
  const best = Math.max(0, ...met.map(({ rank }) => rank));
  const top = met.filter(({ rank }) => rank === best);
  const nearest = Math.min(...top.map(({ order }) => order));
  const left = top.filter(({ order }) => order === nearest).map(({ named }) => named);
  const [first] = left;
  if (first === undefined) return { type: 'none' };
  if (left.every(({ name }) => name === first.name)) {
    const isGuess = best <= WEAK_PART || (best === ALIAS && first.kind !== 'exit');
    return { type: 'one', named: first, isGuess, isMistyped: best === TYPO };
  }
  // Names of people who are elsewhere are never offered: the player may not have heard of them.
  return left.some(({ kind }) => kind === 'absent') ? { type: 'none' } : { type: 'several', named: left };
}

function rankOf(
  words: readonly string[],
  { own, aliases, roles, head, kind }: Named,
  isWay: boolean,
): number {
  const isIn = (list: readonly string[]) => (word: string) =>
    list.some((known) => known === word || stem(known) === stem(word));
  if (isSame(words, own)) return FULL;
  if (aliases.some((alias) => isSame(words, alias)) && !words.every(isIn(own))) return ALIAS;
  if (words.every(isIn(own))) return head === null || isIn(words)(head) ? PART : WEAK_PART;
  // "the square" may be a word of a way's description; a title counts with its main word only: "the Constable".
  const isMain = (word: string) =>
    aliases.some(
      ([main = '', ...rest]) =>
        ((kind !== 'exit' || isWay) && isIn([main])(word)) ||
        (kind === 'exit' && (isWay || words.length > 1) && isIn(rest)(word)),
    );
  const all = [...own, ...aliases.flat()];
  // "the innkeeper" is the keeper of an inn.
  const isRole = (word: string) => roles.some((noun) => noun === word || isCompound(word, noun));
  if (words.every((word) => isRole(word) || isIn(own)(word))) return TITLE;
  if (words.every(isIn(all))) return words.some((word) => isIn(own)(word) || isMain(word)) ? TITLE : 0;
  if (head === null && words.every((word) => isIn(all)(word) || isShortForm(word, own))) return SHORT;
  return words.every((word) => isIn(own)(word) || own.some((known) => isTypo(word, known))) ? TYPO : 0;
}

function isSame(words: readonly string[], name: readonly string[]): boolean {
  return words.length === name.length && words.every((word, index) => word === name[index]);
}

function isCompound(word: string, noun: string): boolean {
  return noun.length > 4 && word.length > 4 && (word.endsWith(noun) || noun.endsWith(word));
}

function isShortForm(word: string, own: readonly string[]): boolean {
  return word.length > 2 && own.some((known) => known.length > word.length + 1 && known.startsWith(word));
}
