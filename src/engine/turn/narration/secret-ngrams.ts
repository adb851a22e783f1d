import { memoizeText } from '#engine/util/memoize.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { type ProseWord, splitNorms } from './split-text.ts';

/** A sentence of a secret, in words with their weights. */
export type SecretUnit = {
  readonly secret: string;
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly total: number;
};

/** Position of an n-gram: unit, and place of its last word. */
type Place = { readonly unit: number; readonly at: number };

export type SecretIndex = {
  readonly units: readonly SecretUnit[];
  /** Places by pair and by triple of words. Pairs that players know are left out. */
  readonly pairs: ReadonlyMap<string, readonly Place[]>;
  readonly triples: ReadonlyMap<string, readonly Place[]>;
  /** Tells whether players know a triple. */
  readonly isKnown: (gram: string) => boolean;
};

/** A part of the prose that tells a secret. */
export type SecretMatch = { readonly unit: number; readonly start: number; readonly end: number };

/** Sentences of fewer words are read together with their neighbours. */
const FEWEST_WORDS = 5;
/** An n-gram in more places than this is a common phrase. It also bounds the work for each word of the prose. */
const MOST_PLACES = 8;
/** A unit with this share of its triples in texts players know is known. */
const KNOWN_SHARE = 0.7;

/** A run of this many words of a secret, with this weight, counts as a quotation. */
const RUN_WORDS = 5;
const RUN_WEIGHT = 3.5;
/** A longer run needs less. */
const LONG_RUN_WORDS = 6;
const LONG_RUN_WEIGHT = 3;
/** A run that is nearly all of a short secret needs still less. */
const WHOLE_RUN_WORDS = 4;
const WHOLE_RUN_SHARE = 0.85;
const WHOLE_RUN_WEIGHT = 1.2;
/** This share of a secret in pairs of neighbouring words, close together, is near enough to its own words. */
const PAIR_SHARE = 0.4;
const PAIR_WEIGHT = 3;
/** Maximum spread of a secret, as a multiple of its own length. */
const SPREAD = 1.6;
const SHORTEST_WINDOW = 14;
/** A sentence of a secret, and its n-grams by the number of their words. */
type SecretSentence = Pick<SecretUnit, 'secret' | 'words'> & {
  readonly grams: Readonly<Record<1 | 2 | 3, readonly string[]>>;
};

/** Secrets as far as they depend on no known text. */
type SplitSecrets = {
  readonly sentences: readonly SecretSentence[];
  /** Returns the n-grams of the secrets that a text has. */
  readonly findShared: (text: string) => ReadonlySet<string>;
};

const SEPARATOR = '\u0000';
/** Characters of secrets that are kept split: those of a few campaigns. */
const MOST_SPLIT = 400_000;

/** Splits secrets, which are joined by `SEPARATOR`. They change only when one is discovered. */
const splitSecrets = memoizeText((joined: string): SplitSecrets => {
  const sentences = joined.split(SEPARATOR).flatMap((secret) =>
    unitsOf(secret).map(
      (words): SecretSentence => ({
        secret,
        words,
        grams: { 1: words, 2: listGrams(words, 2), 3: listGrams(words, 3) },
      }),
    ),
  );
  const wanted = new Set<string>();
  for (const { grams } of sentences) {
    for (const gram of [...grams[1], ...grams[2], ...grams[3]]) wanted.add(gram);
  }
  return {
    sentences,
    findShared: memoizeText((text) => collectWanted(splitNorms(text), wanted), MOST_SPLIT),
  };
}, MOST_SPLIT);

/** Works out once for a turn what its prose is searched for. */
export function indexSecrets(secrets: readonly string[], known: readonly string[]): SecretIndex {
  const { sentences, findShared } = splitSecrets([...new Set(secrets)].join(SEPARATOR));
  const seen = countKnown(known, findShared);
  const hidden = sentences.filter((sentence) => !isKnown(sentence, seen));
  const units = hidden.map(({ secret, words }): SecretUnit => {
    const weights = words.map((word) => weigh(word) / (1 + (seen.get(word) ?? 0)));
    return { secret, words, weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
  });
  const isKnownGram = (gram: string) => seen.has(gram);
  return {
    units,
    pairs: placesOf(hidden, 2, isKnownGram),
    triples: placesOf(hidden, 3, () => false),
    isKnown: isKnownGram,
  };
}

function unitsOf(secret: string): readonly (readonly string[])[] {
  const units: (readonly string[])[] = [];
  let open: readonly string[] = [];
  for (const sentence of splitSentences(secret)) {
    open = [...open, ...splitNorms(sentence)];
    if (open.length < FEWEST_WORDS) continue;
    units.push(open);
    open = [];
  }
  const last = units.at(-1);
  if (open.length > 0 && last !== undefined) units[units.length - 1] = [...last, ...open];
  else if (open.length > 0) units.push(open);
  return units;
}

function listGrams(words: readonly string[], size: number): readonly string[] {
  const count = Math.max(0, words.length - size + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + size).join(' '));
}

/** Counts the known texts that contain each n-gram of the secrets. */
function countKnown(
  known: readonly string[],
  findShared: SplitSecrets['findShared'],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of new Set(known)) {
    for (const gram of findShared(text)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function collectWanted(words: readonly string[], wanted: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  /** Number of wanted words in a row; pairs and triples with an unwanted word are never wanted. */
  let row = 0;
  for (const [at, word] of words.entries()) {
    row = wanted.has(word) ? row + 1 : 0;
    const sizes = Math.min(row, 3);
    let gram = word;
    for (let size = 1; size <= sizes; size += 1) {
      if (size > 1) gram = `${words[at - size + 1]} ${gram}`;
      if (wanted.has(gram)) found.add(gram);
    }
  }
  return found;
}

function isKnown({ words, grams }: SecretSentence, seen: ReadonlyMap<string, number>): boolean {
  const triples = words.length < 3 ? [words.join(' ')] : grams[3];
  return triples.filter((gram) => seen.has(gram)).length >= triples.length * KNOWN_SHARE;
}

function placesOf(
  sentences: readonly SecretSentence[],
  size: 2 | 3,
  isLeftOut: (gram: string) => boolean,
): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const [unit, { grams }] of sentences.entries()) {
    for (const [start, gram] of grams[size].entries()) {
      if (isLeftOut(gram)) continue;
      const at = start + size - 1;
      const known = places.get(gram);
      if (known === undefined) places.set(gram, [{ unit, at }]);
      else known.push({ unit, at });
    }
  }
  for (const [gram, { length }] of places) if (length > MOST_PLACES) places.delete(gram);
  return places;
}

const UNCASED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/** Weights by length: of words in scripts that are written without spaces, and of all others. */
const HIRAGANA_WEIGHTS = [0, 0.15, 0.3, 0.6];
const UNCASED_WEIGHTS = [0, 0.5, 1];
const WEIGHTS = [0, 0.15, 0.15, 0.3, 0.6, 1];

/** Weighs the information in a word. Short words are the common ones in every language; known texts tell the rest. */
function weigh(word: string): number {
  const weights = HIRAGANA.test(word) ? HIRAGANA_WEIGHTS : UNCASED.test(word) ? UNCASED_WEIGHTS : WEIGHTS;
  return weights[Math.min(word.length, weights.length - 1)] ?? 0;
}

type Hit = { readonly index: number; readonly at: number; readonly start: number; readonly end: number };

/** Matches of one unit within the last words of the prose. */
class UnitWindow {
  readonly #unit: SecretUnit;
  readonly #size: number;
  readonly #hits: Hit[] = [];
  /** Hits before this one have left the window. */
  #first = 0;
  readonly #counts: number[];
  weight = 0;

  constructor(unit: SecretUnit) {
    this.#unit = unit;
    this.#size = Math.max(SHORTEST_WINDOW, Math.ceil(unit.words.length * SPREAD));
    this.#counts = unit.words.map(() => 0);
  }

  add(hit: Hit): void {
    this.#hits.push(hit);
    const count = this.#counts[hit.at] ?? 0;
    this.#counts[hit.at] = count + 1;
    if (count === 0) this.weight += this.#unit.weights[hit.at] ?? 0;
    for (
      let left = this.#hits[this.#first];
      left !== undefined && left.index <= hit.index - this.#size;
      left = this.#hits[this.#first]
    ) {
      this.#first += 1;
      const rest = (this.#counts[left.at] ?? 1) - 1;
      this.#counts[left.at] = rest;
      if (rest === 0) this.weight -= this.#unit.weights[left.at] ?? 0;
    }
  }

  get start(): number {
    return this.#hits[this.#first]?.start ?? 0;
  }
}

/** Words in a row that stand in a secret. `fresh` are those that end in three words players do not know in this order. */
type Run = {
  readonly at: number;
  readonly start: number;
  readonly words: number;
  readonly weight: number;
  readonly fresh: number;
};

/** Searches prose for secrets, piece after piece. Takes a bounded number of steps for each word. */
export class SecretScanner {
  readonly #index: SecretIndex;
  #read = 0;
  #last: readonly ProseWord[] = [];
  #runs = new Map<number, readonly Run[]>();
  readonly #pairs = new Map<number, UnitWindow>();

  constructor(index: SecretIndex) {
    this.#index = index;
  }

  /** Reads the next words and returns what they tell, for each secret all of it as one match. */
  read(words: readonly ProseWord[]): readonly SecretMatch[] {
    const matches = new Map<number, SecretMatch>();
    for (const word of words) {
      for (const match of this.#readWord(word)) {
        const { start = match.start, end = match.end } = matches.get(match.unit) ?? {};
        const joined = { start: Math.min(start, match.start), end: Math.max(end, match.end) };
        matches.set(match.unit, { unit: match.unit, ...joined });
      }
    }
    return [...matches.values()];
  }

  #readWord(word: ProseWord): readonly SecretMatch[] {
    const [before, previous] = [this.#last.at(-2), this.#last.at(-1)];
    this.#last = previous === undefined ? [word] : [previous, word];
    this.#read += 1;
    const told = [
      ...(previous === undefined ? [] : this.#addPair(previous, word)),
      ...(before === undefined || previous === undefined ? [] : this.#extendRuns(before, previous, word)),
    ];
    for (const { unit } of told) this.#pairs.delete(unit);
    return told;
  }

  #extendRuns(before: ProseWord, previous: ProseWord, word: ProseWord): readonly SecretMatch[] {
    const runs = new Map<number, Run[]>();
    const told: SecretMatch[] = [];
    const gram = `${before.norm} ${previous.norm} ${word.norm}`;
    const isKnown = this.#index.isKnown(gram);
    for (const { unit, at } of this.#index.triples.get(gram) ?? []) {
      const { weights = [], total = 0 } = this.#index.units[unit] ?? {};
      const longer = this.#runs.get(unit)?.find((run) => run.at === at - 1);
      const [first = 0, second = 0, last = 0] = weights.slice(at - 2, at + 1);
      const { start, words, weight, fresh } = longer ?? {
        start: before.start,
        words: 2,
        weight: first + second,
        fresh: 0,
      };
      const added = isKnown ? 0 : fresh === 0 ? 3 : 1;
      const run = { at, start, words: words + 1, weight: weight + last, fresh: fresh + added };
      runs.set(unit, [...(runs.get(unit) ?? []), run]);
      if (isTelling(run, total)) told.push({ unit, start: run.start, end: word.end });
    }
    this.#runs = runs;
    return told;
  }

  #addPair(previous: ProseWord, word: ProseWord): readonly SecretMatch[] {
    return (this.#index.pairs.get(`${previous.norm} ${word.norm}`) ?? []).flatMap(({ unit, at }) => {
      const secret = this.#index.units[unit];
      if (secret === undefined) return [];
      const window = this.#pairs.get(unit) ?? new UnitWindow(secret);
      this.#pairs.set(unit, window);
      const { start } = previous;
      window.add({ index: this.#read - 1, at: at - 1, start, end: previous.end });
      window.add({ index: this.#read, at, start: word.start, end: word.end });
      const isTold = window.weight >= Math.max(PAIR_WEIGHT, secret.total * PAIR_SHARE);
      return isTold ? [{ unit, start: window.start, end: word.end }] : [];
    });
  }
}

/** Tells whether a run gives a secret away. A short secret is told by nearly all of its words. */
function isTelling({ words, weight, fresh }: Run, total: number): boolean {
  const isWhole = words >= WHOLE_RUN_WORDS && weight >= Math.max(WHOLE_RUN_WEIGHT, total * WHOLE_RUN_SHARE);
  if (isWhole && fresh > 0) return true;
  return fresh >= LONG_RUN_WORDS ? weight >= LONG_RUN_WEIGHT : fresh >= RUN_WORDS && weight >= RUN_WEIGHT;
}
