import type { FindingKind } from '#engine/contracts/findings.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import type { Finding } from './decide-on-findings.ts';
import type { ProseFacts, SheetNumber } from './prose-facts.ts';
import { indexSecrets, type SecretIndex, SecretScanner } from './secret-ngrams.ts';
import { hasFinalDigit, type ProseWord, splitWords, toNumber } from './split-text.ts';

/** A place in a piece of prose that shows something of the engine. */
type ShownRange = { readonly start: number; readonly end: number };

type Piece = { readonly text: string; readonly words: readonly ProseWord[] };

/** Returns the text between a word and the next. */
function gapAfter({ text, words }: Piece, at: number): string {
  const end = words[at]?.end;
  const next = words[at + 1]?.start;
  return end === undefined || next === undefined ? '\n' : text.slice(end, next);
}

// ——— ids and marks ———

const INNER_UNDERSCORE = /[\p{L}\p{N}]_+[\p{L}\p{N}]/u;
/** Fences, template braces, tags, comments and JSON keys: marks of prompts and data, not of prose. All repetitions are bounded. */
const MARKS =
  /```|\{\{|\}\}|<!--|<\||<\/?[A-Za-z][A-Za-z0-9_-]{0,40}>|["“][A-Za-z_][A-Za-z0-9_]{0,40}["”]\s?:\s?["“{[\d]/g;

/** Finds ids like `npc_viktor_001` and marks of data and prompts. Ids players know may be told. */
function findIds(piece: Piece, knownIds: ReadonlySet<string>): readonly ShownRange[] {
  const ids = piece.words.filter(({ raw, norm }) => INNER_UNDERSCORE.test(raw) && !knownIds.has(norm));
  const marks = [...piece.text.matchAll(MARKS)].map(({ 0: mark, index }) => {
    return { start: index, end: index + mark.length };
  });
  return [...ids.map(({ start, end }) => ({ start, end })), ...marks];
}

/** Returns the ids that stand in texts players know. */
function collectIds(texts: readonly string[]): ReadonlySet<string> {
  const written = texts.filter((text) => INNER_UNDERSCORE.test(text));
  return new Set(
    written.flatMap((text) =>
      splitWords(text).flatMap(({ raw, norm }) => (INNER_UNDERSCORE.test(raw) ? norm : [])),
    ),
  );
}

// ——— labels ———

type LabelIndex = ReadonlyMap<string, readonly (readonly ProseWord[])[]>;

const CODE = /[\p{N}_]|\p{Lu}.*\p{Lu}/u;
const CASED = /\p{Lu}|\p{Ll}/u;
/** A label of one word in a script without capitals must have so many characters. */
const UNCASED_LENGTH = 3;
/** Signs that may stand inside a label. */
const LABEL_GAP = /^[\s\-–_:：・]*$/u;

/** Prepares labels by their first word. A label that is one plain word says nothing and is left out. */
function indexLabels(labels: readonly string[]): LabelIndex {
  const split = [...new Set(labels)].map((label) => splitWords(label));
  return Map.groupBy(split.filter(isDistinctive), ([first]) => first?.norm ?? '');
}

function isDistinctive(words: readonly ProseWord[]): boolean {
  const [first] = words;
  if (first === undefined || words.length > 1) return first !== undefined;
  return CODE.test(first.raw) || (!CASED.test(first.raw) && first.raw.length >= UNCASED_LENGTH);
}

/** Finds internal labels as whole words. A label of one word counts only as it is written: `ISFJ`, not `isfj`. */
function findLabels(piece: Piece, labels: LabelIndex): readonly ShownRange[] {
  if (labels.size === 0) return [];
  return piece.words.flatMap((word, at) => {
    const label = labels.get(word.norm)?.find((parts) => isLabelAt(piece, at, parts));
    const last = piece.words[at + (label?.length ?? 0) - 1];
    return label === undefined || last === undefined ? [] : [{ start: word.start, end: last.end }];
  });
}

function isLabelAt(piece: Piece, at: number, parts: readonly ProseWord[]): boolean {
  return parts.every((part, offset) => {
    const word = piece.words[at + offset];
    if (word === undefined || word.norm !== part.norm) return false;
    if (parts.length === 1) return word.raw === part.raw;
    return offset === parts.length - 1 || LABEL_GAP.test(gapAfter(piece, at + offset));
  });
}

// ——— dice ———

type RollNumbers = { readonly numbers: ReadonlySet<number>; readonly dice: ReadonlySet<string> };

/** `2d6`, `1W20`, `d100`: a die alone is only written with a small letter, for `D4` may be a door. */
const DIE = /^(?:\d{1,3}(?:[dD]|[wW](?!4))|d)(4|6|8|10|12|20|100)$/;
const PLUS_OR_MINUS = /^\s*[+\-−–＋]\s*$/u;
const EQUALS = /^\s*[=＝]\s*$/u;
/** Abbreviations of SRD notation, as in `vs DC 15`. */
const TARGETS: ReadonlySet<string> = new Set(['DC', 'AC']);
const TARGET_GAP = /^[\s:]{1,3}$/;

/** Returns the sides of a die that is written here; null for other words. */
function readDie(word: string): string | null {
  return hasFinalDigit(word) ? (DIE.exec(word.normalize('NFKC'))?.[1] ?? null) : null;
}

/** Gathers the numbers and dice of the rolls that were made. */
function collectRolls(lines: readonly string[]): RollNumbers {
  const words = lines.flatMap((line) => splitWords(line));
  return {
    numbers: new Set(words.flatMap(({ raw }) => toNumber(raw) ?? [])),
    dice: new Set(words.flatMap(({ raw }) => readDie(raw) ?? [])),
  };
}

/**
 * Finds dice notation, roll arithmetic and targets. They may stand when the piece has no other die and no other number than the
 * rolls that were made.
 */
function findDice(piece: Piece, rolls: RollNumbers): readonly ShownRange[] {
  const found = piece.words.flatMap((_, at) => diceAt(piece, at) ?? []);
  if (found.length === 0) return [];
  const isRolled = piece.words.every(({ raw }) => {
    const value = toNumber(raw);
    if (value !== null) return rolls.numbers.has(value);
    const sides = readDie(raw);
    return sides === null || rolls.dice.has(sides);
  });
  return isRolled ? [] : found;
}

function diceAt(piece: Piece, at: number): ShownRange | null {
  const word = piece.words[at];
  const next = piece.words[at + 1];
  if (word === undefined) return null;
  if (readDie(word.raw) !== null) return word;
  if (next === undefined || toNumber(next.raw) === null) return null;
  if (TARGETS.has(word.raw)) return TARGET_GAP.test(gapAfter(piece, at)) ? { ...word, end: next.end } : null;
  const before = piece.words[at - 1];
  const isSum =
    before !== undefined &&
    toNumber(before.raw) !== null &&
    toNumber(word.raw) !== null &&
    PLUS_OR_MINUS.test(gapAfter(piece, at - 1)) &&
    EQUALS.test(gapAfter(piece, at));
  return isSum ? { start: before.start, end: next.end } : null;
}

// ——— numbers of the sheet ———

type SheetLabel = { readonly parts: readonly string[]; readonly values: readonly number[] };
type SheetIndex = ReadonlyMap<string, readonly SheetLabel[]>;

const SHEET_GAP = /^[\s:：=＝+\-−(（*]{0,4}$/u;
const BEFORE_LABEL = /^[\s*]{0,3}$/;

/** Prepares the numbers of a sheet by the first word of their labels. */
function indexSheet(sheet: readonly SheetNumber[]): SheetIndex {
  const labels = sheet.flatMap(({ label, value }): readonly SheetLabel[] => {
    const values = splitWords(value).flatMap(({ raw }) => toNumber(raw) ?? []);
    const parts = splitWords(label).map(({ raw }) => raw);
    return values.length === 0 || parts.length === 0 ? [] : [{ parts, values }];
  });
  return Map.groupBy(labels, ({ parts: [first = ''] }) => first);
}

/** Finds a label of the sheet, written as it is there, next to its own number: `Harm 3`, `HP: 12/20`, `12 HP`. */
function findSheetNumbers(piece: Piece, sheet: SheetIndex): readonly ShownRange[] {
  if (sheet.size === 0) return [];
  return piece.words.flatMap((word, at) => {
    for (const { parts, values } of sheet.get(word.raw) ?? []) {
      if (!parts.every((part, offset) => piece.words[at + offset]?.raw === part)) continue;
      const number = numberBeside(piece, at, at + parts.length - 1, values);
      if (number !== null) return [number];
    }
    return [];
  });
}

function numberBeside(
  piece: Piece,
  first: number,
  last: number,
  values: readonly number[],
): ShownRange | null {
  const isValueAt = (at: number) => {
    const value = toNumber(piece.words[at]?.raw ?? '');
    return value !== null && values.includes(value);
  };
  const range = (from: number, to: number): ShownRange => {
    return { start: piece.words[from]?.start ?? 0, end: piece.words[to]?.end ?? 0 };
  };
  if (isValueAt(last + 1) && SHEET_GAP.test(gapAfter(piece, last))) return range(first, last + 1);
  // A particle of one character may stand between them: `体力は12`.
  const hasParticle = piece.words[last + 1]?.raw.length === 1 && SHEET_GAP.test(gapAfter(piece, last + 1));
  if (hasParticle && SHEET_GAP.test(gapAfter(piece, last)) && isValueAt(last + 2))
    return range(first, last + 2);
  if (isValueAt(first - 1) && BEFORE_LABEL.test(gapAfter(piece, first - 1))) return range(first - 1, last);
  return null;
}

/** Facts with their indexes. Made once for a turn, while the model thinks; checking a sentence against them is cheap. */
export type PreparedFacts = {
  readonly facts: ProseFacts;
  readonly secrets: SecretIndex;
  readonly knownIds: ReadonlySet<string>;
  readonly labels: LabelIndex;
  readonly rolls: RollNumbers;
  readonly sheet: SheetIndex;
  readonly mostWords: number;
};

/** Prepares facts for the checks. The same facts are prepared once, however many steps ask. */
export const prepareFacts: (facts: ProseFacts) => PreparedFacts = memoizeByObject((facts) => {
  const { lengths, isMajorScene } = facts;
  return {
    facts,
    secrets: indexSecrets(facts.secrets, facts.known),
    knownIds: collectIds(facts.known),
    labels: indexLabels(facts.labels),
    rolls: collectRolls(facts.rolls),
    sheet: indexSheet(facts.sheet),
    mostWords: isMajorScene ? lengths.mostInMajorScenes : lengths.most,
  };
});

/** Checks prose sentence after sentence as it is written. */
type SentenceChecker = {
  /** Takes the next sentence, with everything up to the next one. A secret may be told over several sentences. */
  readonly checkSentence: (sentence: string) => readonly Finding[];
  /** Returns what can only be said of the whole: its length. */
  readonly end: () => readonly Finding[];
};

const EXPLANATIONS = {
  internal_labels: 'An id, label or mark of the engine stands in the text.',
  dice: 'It tells of dice or numbers of rolls that were not made.',
  sheet_numbers: 'It tells a number of the character sheet.',
  secrets: 'It tells, nearly word for word, something the players have not discovered.',
} as const satisfies Partial<Record<FindingKind, string>>;

/** Quotations are cut to this length. */
const LONGEST_QUOTE = 400;
/** As much of the prose before a sentence is kept as a quotation that began there can need. */
const KEPT_BEFORE = 2000;

/** More findings of one kind say no more, and each costs the repair. */
const MOST_OF_A_KIND = 40;

type ExactKind = keyof typeof EXPLANATIONS;
type Range = { readonly start: number; readonly end: number };

export function createSentenceChecker(prepared: PreparedFacts): SentenceChecker {
  const secrets = new SecretScanner(prepared.secrets);
  const reported = new Map<FindingKind, number>();
  const isReported = ({ kind }: Finding): boolean => {
    const before = reported.get(kind) ?? 0;
    reported.set(kind, before + 1);
    return before < MOST_OF_A_KIND;
  };
  let count = 0;
  let kept = '';
  /** Start of the kept text in the prose. */
  let base = 0;
  return {
    checkSentence(sentence) {
      const words = splitWords(sentence);
      const piece = { text: sentence, words };
      count += words.length;
      const text = kept + sentence;
      const shift = base + kept.length;
      const toFindings = (kind: ExactKind, places: readonly Range[]) =>
        places.map(({ start, end }): Finding => {
          const from = Math.max(0, start - base);
          const quote = text.slice(from, Math.min(end - base, from + LONGEST_QUOTE));
          return { kind, quote, explanation: EXPLANATIONS[kind], source: 'exact' };
        });
      const here = (places: readonly Range[]) =>
        places.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
      const shifted = words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }));
      const findings = [
        ...toFindings('internal_labels', here(findIds(piece, prepared.knownIds))),
        ...toFindings('internal_labels', here(findLabels(piece, prepared.labels))),
        ...toFindings('dice', here(findDice(piece, prepared.rolls))),
        ...toFindings('sheet_numbers', here(findSheetNumbers(piece, prepared.sheet))),
        ...toFindings('secrets', secrets.read(shifted)),
      ];
      kept = text.slice(-KEPT_BEFORE);
      base = shift + sentence.length - kept.length;
      return findings.filter(isReported);
    },
    end() {
      if (count <= prepared.mostWords) return [];
      const explanation = `The narration has ${count} words; the most here is ${prepared.mostWords}.`;
      return [{ kind: 'length', quote: '', explanation, source: 'exact' }];
    },
  };
}

/** Checks a whole narration. Takes time linear in its length. */
export function checkProse(prose: string, prepared: PreparedFacts): readonly Finding[] {
  const checker = createSentenceChecker(prepared);
  return [...splitSentences(prose).flatMap((sentence) => checker.checkSentence(sentence)), ...checker.end()];
}

/** Checks the short texts beside a narration, each by itself: choices, summaries, events, facts. Clean texts are not in the map. */
export function checkTexts(
  texts: readonly string[],
  prepared: PreparedFacts,
): ReadonlyMap<string, readonly Finding[]> {
  const faulty = new Map<string, readonly Finding[]>();
  for (const text of new Set(texts)) {
    const checker = createSentenceChecker(prepared);
    const findings = splitSentences(text).flatMap((sentence) => checker.checkSentence(sentence));
    if (findings.length > 0) faulty.set(text, findings);
  }
  return faulty;
}
