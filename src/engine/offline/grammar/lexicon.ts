import type { ReadInput } from '#engine/contracts/reading.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isTypo, normalise, stem, tokenise, toWordSet } from './words.ts';

export type NamedKind = 'person' | 'absent' | 'self' | 'thing' | 'carried' | 'exit' | 'place';

/** Person, thing, way or place that a phrase can mean. */
export type LexiconEntry = {
  readonly id: string;
  readonly name: string;
  readonly kind: NamedKind;
  /** The name as it stands within a sentence: `the cake tin`. */
  readonly spoken: string;
  /** Words of the name. */
  readonly own: readonly string[];
  /** The noun of a thing's name: `tin` of "A cake tin tied with cord". Null for people. */
  readonly head: string | null;
  /** Words of each alias, title and the id, the main word of each first. */
  readonly aliases: readonly (readonly string[])[];
  /** Nouns and names in the person's role. */
  readonly roles: readonly string[];
  readonly side?: string | undefined;
  /** `she/her`. */
  readonly pronouns?: string | undefined;
  /** Number of things carried. */
  readonly quantity?: number | undefined;
};

/** Everything phrases are looked up in. */
export type Lexicon = {
  readonly named: readonly LexiconEntry[];
  /** Stems of the words that name scenery, by sentence of conditions, the place and the last narration. */
  readonly scenery: readonly ReadonlySet<string>[];
};

const SMALL = toWordSet(vocabulary.smallInNames);
const AFTER_HEAD = toWordSet(vocabulary.afterHead);
const HONORIFICS = toWordSet(vocabulary.honorifics);
const YOUNG = toWordSet('boy girl lad child kid');
const ID_PARTS = toWordSet('npc item loc place character the pc fac');

/** Words that identify, without articles and small words. */
export function listNameWords(text: string): string[] {
  return tokenise(text.replace(/["“”]/gu, ' '))
    .map(({ word }) => word)
    .filter((word) => word !== '' && !SMALL.has(word));
}

/** The name as it stands within a sentence. */
export function toSpokenName(name: string): string {
  return name.replace(/^(?:an?|the)\s+/i, 'the ');
}

type Given = Pick<LexiconEntry, 'id' | 'name' | 'kind' | 'side' | 'quantity' | 'pronouns'> & {
  readonly aliases?: readonly string[];
  /** Role of the person; its noun may stand for the name. */
  readonly role?: string;
};

export function toNamed({ aliases = [], role = '', ...given }: Given): LexiconEntry {
  const { id, name, kind, side, quantity, pronouns } = given;
  const idWords = id
    .split(/[^\p{L}]+/u)
    .map(normalise)
    .filter((word) => word.length > 2 && !ID_PARTS.has(word));
  return {
    ...{ id, name, kind, side, quantity, pronouns },
    spoken: toSpokenName(name),
    own: listNameWords(name),
    head: ['person', 'absent', 'self'].includes(kind) ? null : findHeadNoun(name),
    aliases: [...aliases.flatMap(splitTitles).map(listNameWords), idWords].filter(({ length }) => length > 0),
    roles: kind === 'person' ? [role, ...aliases].flatMap(roleWords) : [],
  };
}

/** Splits a title at its commas. Parts with a number are addresses: "Pell Traffic Studies, Room 7". */
function splitTitles(title: string): string[] {
  return title.split(/[,;]/).filter((part) => !/\d/.test(part));
}

/** Returns the noun of a role and the names in it: `Count of Benavente` as `count` and `benavente`. */
function roleWords(role: string): string[] {
  const [first = ''] = role.split(/[,;]/);
  // "Drives the plow named Gladys" is not Gladys.
  const names = /(?<= (?:of|de|at|in) ).*$/.exec(first)?.[0].match(/\p{Lu}[\p{L}’']*/gu) ?? [];
  return [findHeadNoun(first) ?? '', ...names.map(normalise)].filter((word) => word.length > 2);
}

/** Returns the noun of a phrase: `tin` of "A cake tin tied with cord". */
export function findHeadNoun(name: string): string | null {
  const words = tokenise(name).map(({ word }) => word);
  const end = words.findIndex((word, index) => index > 0 && AFTER_HEAD.has(word));
  return words.slice(0, end < 0 ? undefined : end).at(-1) ?? null;
}

export function readLexicon(input: ReadInput): Lexicon {
  const present = new Set(input.present.map(({ id }) => id));
  const own = input.persona.id;
  return {
    named: [
      toNamed({ ...input.persona, kind: 'self' }),
      ...input.present.filter(({ id }) => id !== own).map((person) => toNamed({ ...person, kind: 'person' })),
      ...input.characters
        .filter(({ id }) => !present.has(id) && id !== own)
        .map(({ id, name, title }) => toNamed({ id, name, kind: 'absent', aliases: [title] })),
      ...input.carried.map((thing) => toNamed({ ...thing, kind: 'carried' })),
      ...input.things.map(({ id, name }) => toNamed({ id, name, kind: 'thing' })),
      ...input.exits.map(exitNamed),
      ...(input.place === null ? [] : [toNamed({ ...input.place, kind: 'place' })]),
    ],
    scenery: [
      ...input.triggers.map(({ when }) => when),
      input.place?.name ?? '',
      input.place?.description ?? '',
      input.lastExchange?.narration ?? '',
    ]
      .flatMap((text) => text.split(/[.;!?]/))
      .map((sentence) => new Set(tokenise(sentence).map(({ word }) => stem(word)))),
  };
}

function exitNamed({ to, label, name = label }: ReadInput['exits'][number]): LexiconEntry {
  return toNamed({ id: to, name, kind: 'exit', aliases: [label] });
}

/**
 * The entry a phrase means, or several of which the player must choose. `isGuess`: found by a typing error, an alias, a title, or
 * a part of a name that is not its noun.
 */
export type FoundName = {
  readonly one: LexiconEntry | null;
  readonly several: readonly LexiconEntry[];
  readonly isGuess: boolean;
  readonly isMistyped: boolean;
};

export const NOT_FOUND: FoundName = { one: null, several: [], isGuess: false, isMistyped: false };

/** Ranks, best first: full name, alias, part of the name, title or role, short form, typing error. */
const [TYPO, SHORT, TITLE, WEAK_PART, PART, ALIAS, FULL] = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * Finds the one entry of the lexicon a phrase means. Better matches win over worse ones, then the kinds named first. Several
 * equally good people are reported, so that the player can be asked; several equally good things of one name are the same.
 */
export function findName(phrase: string, { named }: Lexicon, kinds: readonly NamedKind[]): FoundName {
  const said = listNameWords(phrase);
  const bare = said.filter((word) => !HONORIFICS.has(word));
  const words = bare.length === 0 ? said : bare;
  if (words.length === 0) return NOT_FOUND;
  // "Mr Wick" is the father of the boy Wick.
  const isTitled = words.length < said.length;
  const ranked = named
    .filter(({ kind, roles }) => kinds.includes(kind) && !(isTitled && roles.some((noun) => YOUNG.has(noun))))
    .map((entry) => ({ entry, rank: rankOf(words, entry, kinds.length === 1) }))
    .filter(({ rank }) => rank > 0);
  // A person who is here goes before one who is elsewhere, unless the whole name of the other is said.
  const isHere = ranked.some(({ entry, rank }) => entry.kind === 'person' && rank >= TITLE);
  const met = ranked.filter(({ entry, rank }) => entry.kind !== 'absent' || !isHere || rank === FULL);
  const best = Math.max(...met.map(({ rank }) => rank));
  const top = met.filter(({ rank }) => rank === best).map(({ entry }) => entry);
  const kind = kinds.find((each) => top.some((entry) => entry.kind === each));
  const several = top.filter((entry) => entry.kind === kind);
  const [one] = several;
  // Names of people who are elsewhere are never offered: the player may not have heard of them.
  if (one === undefined) return NOT_FOUND;
  if (!several.every(({ name }) => name === one.name))
    return kind === 'absent' ? NOT_FOUND : { ...NOT_FOUND, several };
  const isGuess = best <= WEAK_PART || (best === ALIAS && kind !== 'exit');
  return { one, several: [], isGuess, isMistyped: best === TYPO };
}

function rankOf(words: readonly string[], entry: LexiconEntry, isWay: boolean): number {
  const { own, aliases, roles, head, kind } = entry;
  const said = words.join(' ');
  const isIn = (list: readonly string[]) => (word: string) =>
    list.some((known) => known === word || stem(known) === stem(word));
  const isOwn = isIn(own);
  if (said === own.join(' ')) return FULL;
  if (words.every(isOwn)) return head === null || isIn(words)(head) ? PART : WEAK_PART;
  if (aliases.some((alias) => said === alias.join(' '))) return ALIAS;
  // "the innkeeper" is the keeper of an inn.
  const isRole = (word: string) => roles.some((noun) => noun === word || isCompound(word, noun));
  if (words.every((word) => isRole(word) || isOwn(word))) return TITLE;
  // "the square" may be a word of a way's description; a title counts with its main word only: "the Constable".
  const isMain = (word: string) =>
    aliases.some(
      ([main = '', ...rest]) =>
        ((kind !== 'exit' || isWay) && isIn([main])(word)) ||
        (kind === 'exit' && (isWay || words.length > 1) && isIn(rest)(word)),
    );
  const isAny = isIn([...own, ...aliases.flat()]);
  if (words.every(isAny)) return words.some((word) => isOwn(word) || isMain(word)) ? TITLE : 0;
  if (head === null && words.every((word) => isAny(word) || isShortForm(word, own))) return SHORT;
  return words.every((word) => isOwn(word) || own.some((known) => isTypo(word, known))) ? TYPO : 0;
}

function isCompound(word: string, noun: string): boolean {
  return noun.length > 4 && word.length > 4 && (word.endsWith(noun) || noun.endsWith(word));
}

function isShortForm(word: string, own: readonly string[]): boolean {
  return word.length > 2 && own.some((known) => known.length > word.length + 1 && known.startsWith(word));
}
