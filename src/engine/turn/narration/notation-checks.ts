import type { SheetNumber } from './prose-facts.ts';
import { endsInDigit, splitWords, toNumber, type Word } from './words.ts';

/** A place in a piece of prose that shows something of the engine. */
export type Shown = { readonly start: number; readonly end: number };

type Piece = { readonly text: string; readonly words: readonly Word[] };

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
export function findIds(piece: Piece, knownIds: ReadonlySet<string>): readonly Shown[] {
  const ids = piece.words.filter(({ raw, norm }) => INNER_UNDERSCORE.test(raw) && !knownIds.has(norm));
  const marks = [...piece.text.matchAll(MARKS)].map(({ 0: mark, index }) => {
    return { start: index, end: index + mark.length };
  });
  return [...ids.map(({ start, end }) => ({ start, end })), ...marks];
}

/** Returns the ids that stand in texts players know. */
export function collectIds(texts: readonly string[]): ReadonlySet<string> {
  const written = texts.filter((text) => INNER_UNDERSCORE.test(text));
  return new Set(
    written.flatMap((text) =>
      splitWords(text).flatMap(({ raw, norm }) => (INNER_UNDERSCORE.test(raw) ? norm : [])),
    ),
  );
}

// ——— labels ———

export type LabelIndex = ReadonlyMap<string, readonly (readonly Word[])[]>;

const CODE = /[\p{N}_]|\p{Lu}.*\p{Lu}/u;
const CASED = /\p{Lu}|\p{Ll}/u;
/** A label of one word in a script without capitals must have so many characters. */
const UNCASED_LENGTH = 3;
/** Signs that may stand inside a label. */
const LABEL_GAP = /^[\s\-–_:：・]*$/u;

/** Prepares labels by their first word. A label that is one plain word says nothing and is left out. */
export function indexLabels(labels: readonly string[]): LabelIndex {
  const split = [...new Set(labels)].map((label) => splitWords(label));
  return Map.groupBy(split.filter(isDistinctive), ([first]) => first?.norm ?? '');
}

function isDistinctive(words: readonly Word[]): boolean {
  const [first] = words;
  if (first === undefined || words.length > 1) return first !== undefined;
  return CODE.test(first.raw) || (!CASED.test(first.raw) && first.raw.length >= UNCASED_LENGTH);
}

/** Finds internal labels as whole words. A label of one word counts only as it is written: `ISFJ`, not `isfj`. */
export function findLabels(piece: Piece, labels: LabelIndex): readonly Shown[] {
  if (labels.size === 0) return [];
  return piece.words.flatMap((word, at) => {
    const label = labels.get(word.norm)?.find((parts) => isLabelAt(piece, at, parts));
    const last = piece.words[at + (label?.length ?? 0) - 1];
    return label === undefined || last === undefined ? [] : [{ start: word.start, end: last.end }];
  });
}

function isLabelAt(piece: Piece, at: number, parts: readonly Word[]): boolean {
  return parts.every((part, offset) => {
    const word = piece.words[at + offset];
    if (word === undefined || word.norm !== part.norm) return false;
    if (parts.length === 1) return word.raw === part.raw;
    return offset === parts.length - 1 || LABEL_GAP.test(gapAfter(piece, at + offset));
  });
}

// ——— dice ———

export type RollNumbers = { readonly numbers: ReadonlySet<number>; readonly dice: ReadonlySet<string> };

/** `2d6`, `1W20`, `d100`: a die alone is only written with a small letter, for `D4` may be a door. */
const DIE = /^(?:\d{1,3}(?:[dD]|[wW](?!4))|d)(4|6|8|10|12|20|100)$/;
const PLUS_OR_MINUS = /^\s*[+\-−–＋]\s*$/u;
const EQUALS = /^\s*[=＝]\s*$/u;
/** Abbreviations of SRD notation, as in `vs DC 15`. */
const TARGETS: ReadonlySet<string> = new Set(['DC', 'AC']);
const TARGET_GAP = /^[\s:]{1,3}$/;

/** Returns the sides of a die that is written here; null for other words. */
function readDie(word: string): string | null {
  return endsInDigit(word) ? (DIE.exec(word.normalize('NFKC'))?.[1] ?? null) : null;
}

/** Gathers the numbers and dice of the rolls that were made. */
export function collectRolls(lines: readonly string[]): RollNumbers {
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
export function findDice(piece: Piece, rolls: RollNumbers): readonly Shown[] {
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

function diceAt(piece: Piece, at: number): Shown | null {
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
export type SheetIndex = ReadonlyMap<string, readonly SheetLabel[]>;

const SHEET_GAP = /^[\s:：=＝+\-−(（*]{0,4}$/u;
const BEFORE_LABEL = /^[\s*]{0,3}$/;

/** Prepares the numbers of a sheet by the first word of their labels. */
export function indexSheet(sheet: readonly SheetNumber[]): SheetIndex {
  const labels = sheet.flatMap(({ label, value }): readonly SheetLabel[] => {
    const values = splitWords(value).flatMap(({ raw }) => toNumber(raw) ?? []);
    const parts = splitWords(label).map(({ raw }) => raw);
    return values.length === 0 || parts.length === 0 ? [] : [{ parts, values }];
  });
  return Map.groupBy(labels, ({ parts: [first = ''] }) => first);
}

/** Finds a label of the sheet, written as it is there, next to its own number: `Harm 3`, `HP: 12/20`, `12 HP`. */
export function findSheetNumbers(piece: Piece, sheet: SheetIndex): readonly Shown[] {
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

function numberBeside(piece: Piece, first: number, last: number, values: readonly number[]): Shown | null {
  const isValueAt = (at: number) => {
    const value = toNumber(piece.words[at]?.raw ?? '');
    return value !== null && values.includes(value);
  };
  const range = (from: number, to: number): Shown => {
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
