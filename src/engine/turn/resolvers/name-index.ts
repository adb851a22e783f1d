import { memoizeText } from '#engine/util/memoize.ts';

/** A name of a record. `name` and `title` are the record's own; `label` is how others point at it, like an exit or a role. */
export type Alias = { readonly text: string; readonly strength: 'name' | 'title' | 'label' };

export type NamedRecord<Kind extends string> = {
  readonly id: string;
  readonly kind: Kind;
  readonly aliases: readonly Alias[];
  /** Whether it is in the scene. Of two records with one name, the one in the scene is meant. */
  readonly isNear: boolean;
};

/**
 * Allowed distance of a name from the record's own. `exact` is its name or title after normalisation. `same` is also a first
 * name, a last name or several words of either. `near` is also labels, any telling part and small typing errors.
 */
export type Closeness = 'exact' | 'same' | 'near';

export type NameMatch = { readonly id: string } | { readonly reason: 'unknown' | 'ambiguous' };

export type RecordNameIndex<Kind extends string> = {
  readonly find: (name: string, kinds: readonly Kind[] | null, closeness: Closeness) => NameMatch;
};

const UNKNOWN: NameMatch = { reason: 'unknown' };
const AMBIGUOUS: NameMatch = { reason: 'ambiguous' };

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Articles and prepositions have up to this many letters. */
const LONGEST_PARTICLE = 3;
/** The kind whose names take no article. */
const PERSON = 'character';
const SHORT_WEIGHT = 0.25;
/** Share of a name's weight that a record must have. */
const LEAST_COVERED = 0.75;
const SHORTEST_MISSPELT = 5;
const MOST_EDITS = 2;

/** A name without case, accents and punctuation, in any script. The same names come up every turn. */
export const normaliseName: (name: string) => string = memoizeText((name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim(),
);

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a normalised name. */
const splitWords: (normalised: string) => readonly string[] = memoizeText((normalised) => {
  if (!UNSPACED.test(normalised)) return normalised.split(' ').filter((word) => word !== '');
  return [...segmenter.segment(normalised)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
});

type Entry<Kind extends string> = NamedRecord<Kind> & {
  /** Words of name and title. */
  readonly own: ReadonlySet<string>;
  /** The same with the words of labels. */
  readonly all: ReadonlySet<string>;
  /** Words of names alone. */
  readonly names: ReadonlySet<string>;
  /** First and last word of each name. */
  readonly ends: ReadonlySet<string>;
  /** Every alias, normalised. */
  readonly exact: ReadonlySet<string>;
};

/** Indexes names by their words. A word counts the more, the fewer records have it. */
export function createRecordNameIndex<Kind extends string>(
  records: readonly NamedRecord<Kind>[],
): RecordNameIndex<Kind> {
  const entries = records.map(toEntry);
  const exact = indexExactNames(records);
  const entriesByWord = new Map<string, Entry<Kind>[]>();
  for (const entry of entries) {
    for (const word of entry.all) {
      const others = entriesByWord.get(word);
      if (others === undefined) entriesByWord.set(word, [entry]);
      else others.push(entry);
    }
  }
  const frequency = new Map([...entriesByWord].map(([word, { length }]) => [word, length]));
  const byId = new Map(records.map((record) => [record.id, record]));
  const choose = (ids: readonly string[]): NameMatch => chooseOne(ids, (id) => byId.get(id)?.isNear === true);

  return {
    find(name, kinds, closeness) {
      const normalised = normaliseName(name);
      if (normalised === '') return UNKNOWN;
      const isOfKind = (kind: Kind) => kinds === null || kinds.includes(kind);
      for (const strength of closeness === 'near' ? STRENGTHS : OWN) {
        const same = [...(exact[strength].get(normalised) ?? [])].filter(({ kind }) => isOfKind(kind));
        if (same.length > 0) return choose(same.map(({ id }) => id));
      }
      if (closeness === 'exact') return UNKNOWN;
      const words = weighWords(splitWords(normalised), frequency, closeness);
      const sharing = new Set(words.flatMap(({ word }) => entriesByWord.get(word) ?? []));
      const candidates = [...sharing].filter(({ kind }) => isOfKind(kind));
      return choose(closeness === 'near' ? matchParts(words, candidates) : matchSame(words, candidates));
    },
  };
}

const OWN = ['name', 'title'] as const;
const STRENGTHS = ['name', 'title', 'label'] as const;

type Exact<Kind extends string> = Record<Alias['strength'], Map<string, Set<NamedRecord<Kind>>>>;

function indexExactNames<Kind extends string>(records: readonly NamedRecord<Kind>[]): Exact<Kind> {
  const exact: Exact<Kind> = { name: new Map(), title: new Map(), label: new Map() };
  for (const record of records) {
    for (const { text, strength } of record.aliases) {
      const normalised = normaliseName(text);
      const known = exact[strength].get(normalised) ?? new Set();
      if (normalised !== '') exact[strength].set(normalised, known.add(record));
    }
  }
  return exact;
}

function toEntry<Kind extends string>(record: NamedRecord<Kind>): Entry<Kind> {
  const aliases = record.aliases.map(({ text, strength }) => {
    const normalised = normaliseName(text);
    return { normalised, strength, words: splitWords(normalised) };
  });
  const own = aliases.filter(({ strength }) => strength !== 'label');
  const names = aliases.filter(({ strength }) => strength === 'name');
  const ends = names.flatMap(({ words }) => [words[0], words.at(-1)]);
  return {
    ...record,
    own: new Set(own.flatMap(({ words }) => words)),
    all: new Set(aliases.flatMap(({ words }) => words)),
    names: new Set(names.flatMap(({ words }) => words)),
    ends: new Set(ends.filter((word) => word !== undefined)),
    exact: new Set(aliases.map(({ normalised }) => normalised)),
  };
}

/** Chooses the record in the scene when several match. */
function chooseOne(ids: readonly string[], isNear: (id: string) => boolean): NameMatch {
  const distinct = [...new Set(ids)];
  const [first] = distinct;
  if (first === undefined) return UNKNOWN;
  if (distinct.length === 1) return { id: first };
  const near = distinct.filter(isNear);
  return near.length === 1 && near[0] !== undefined ? { id: near[0] } : AMBIGUOUS;
}

type WeighedWord = { readonly word: string; readonly weight: number };

function weighWords(
  words: readonly string[],
  frequency: ReadonlyMap<string, number>,
  closeness: Closeness,
): readonly WeighedWord[] {
  return words.map((written) => {
    const word =
      frequency.has(written) || closeness !== 'near' ? written : correctSpelling(written, frequency);
    const count = frequency.get(word);
    if (count === undefined) return { word, weight: 1 };
    return { word, weight: (isParticle(word) ? SHORT_WEIGHT : 1) / count };
  });
}

/** Records that have nearly all of the words by weight; of those, the ones that have the most. */
function matchParts<Kind extends string>(
  words: readonly WeighedWord[],
  entries: readonly Entry<Kind>[],
): readonly string[] {
  let most = 0;
  let best: string[] = [];
  for (const entry of entries) {
    const { matched, missing } = compareWords(words, entry, entry.all);
    const weight = sum(matched);
    const isMet = weight >= LEAST_COVERED * (weight + sum(missing));
    if (!isMet || weight < most || !matched.some(({ word }) => isTelling(word, entry.all))) continue;
    if (weight > most) best = [];
    most = weight;
    best.push(entry.id);
  }
  return best;
}

/** Records whose name or title has every word, and that are named by more than a word out of the middle. */
function matchSame<Kind extends string>(
  words: readonly WeighedWord[],
  entries: readonly Entry<Kind>[],
): readonly string[] {
  return entries.flatMap((entry) => {
    const { matched, missing } = compareWords(words, entry, entry.own);
    const [only, ...others] = matched.filter(({ word }) => isTelling(word, entry.own));
    if (only === undefined || missing.length > 0) return [];
    return others.length > 0 || entry.ends.has(only.word) ? [entry.id] : [];
  });
}

/**
 * Compares the words of a name with a record: those it has and those it lacks. A lacking short word is overlooked where it
 * can only be an article or a preposition. It counts in front of a part of a person's own name, which it may belong to (`Ana
 * de Luna` is not Álvaro de Luna).
 */
function compareWords<Kind extends string>(
  words: readonly WeighedWord[],
  { kind, names, exact }: Entry<Kind>,
  known: ReadonlySet<string>,
): { readonly matched: readonly WeighedWord[]; readonly missing: readonly WeighedWord[] } {
  const matched = words.filter(({ word }) => known.has(word));
  const missing = words.filter(({ word }) => !known.has(word));
  const isByName = kind === PERSON && matched.some(({ word }) => names.has(word) && !isParticle(word));
  const isWhole = exact.has(matched.map(({ word }) => word).join(' '));
  const longest = isByName && !isWhole ? LONGEST_PARTICLE - 1 : LONGEST_PARTICLE;
  return { matched, missing: missing.filter(({ word }) => word.length > longest || UNSPACED.test(word)) };
}

function sum(words: readonly WeighedWord[]): number {
  return words.reduce((total, { weight }) => total + weight, 0);
}

function isParticle(word: string): boolean {
  return word.length < LONGEST_PARTICLE && !UNSPACED.test(word);
}

/** Tells whether a word can stand for a name: it is no particle, unless the whole name is as short. */
function isTelling(word: string, name: ReadonlySet<string>): boolean {
  return !isParticle(word) || [...name].every(isParticle);
}

/** Returns the one known word within two letters of a misspelt one; the word itself when there is none or more than one. */
function correctSpelling(word: string, known: ReadonlyMap<string, number>): string {
  if (word.length < SHORTEST_MISSPELT || word.length > LONGEST_WORD - MOST_EDITS) return word;
  let nearest = word;
  let fewest = MOST_EDITS + 1;
  let isUnique = false;
  for (const candidate of known.keys()) {
    if (Math.abs(candidate.length - word.length) > MOST_EDITS || candidate.length < SHORTEST_MISSPELT - 1)
      continue;
    const edits = countEdits(word, candidate);
    if (edits < fewest) {
      nearest = candidate;
      fewest = edits;
      isUnique = true;
    } else if (edits === fewest) isUnique = false;
  }
  return isUnique ? nearest : word;
}

/** Computes the Levenshtein distance, or one more than `MOST_EDITS` as soon as it is certain to be more. */
function countEdits(one: string, other: string): number {
  let previous = firstRow;
  let current = secondRow;
  for (let column = 0; column <= other.length; column += 1) previous[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    if (fillRow(current, previous, one.charCodeAt(row - 1), other, row) > MOST_EDITS) return MOST_EDITS + 1;
    [previous, current] = [current, previous];
  }
  return previous[other.length] ?? MOST_EDITS + 1;
}

/** Fills the band of a row that can still lead to few enough edits, and returns the fewest in it. */
function fillRow(
  current: Uint8Array,
  previous: Uint8Array,
  code: number,
  other: string,
  row: number,
): number {
  const tooMany = MOST_EDITS + 1;
  const first = Math.max(1, row - MOST_EDITS);
  const last = Math.min(other.length, row + MOST_EDITS);
  current[first - 1] = first === 1 ? row : tooMany;
  if (last < other.length) current[last + 1] = tooMany;
  let fewest = tooMany;
  for (let column = first; column <= last; column += 1) {
    const replaced = (previous[column - 1] ?? 0) + (code === other.charCodeAt(column - 1) ? 0 : 1);
    const edits = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    current[column] = edits;
    fewest = Math.min(fewest, edits);
  }
  return fewest;
}

// Rows of the distance matrix, used again for every word; no call overlaps another.
const LONGEST_WORD = 64;
const firstRow = new Uint8Array(LONGEST_WORD + 2);
const secondRow = new Uint8Array(LONGEST_WORD + 2);
