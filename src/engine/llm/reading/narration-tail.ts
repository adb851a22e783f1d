import {
  coerceStoryChoices,
  OfferedChoice,
  type OfferedTableRow,
  type Risk,
  readRisk,
} from '#engine/contracts/narration.ts';

const MOST_ROWS = 20;
const LONGEST_OUTCOME = 600;
/** Numbers that rows may leave out or claim twice between two rows before the table counts as broken. */
const WIDEST_SLIP = 10;
/** Numbers out of 100 that the rows must cover as they were written. */
const LEAST_COVERED = 80;
const LEAST_ROWS = 2;

const NUMBER = '(\\d{1,3})\\s*[%٪％]?';
const DASH = '\\s*(?:[-‐-―−~～〜]|\\.{2,3}|…)\\s*';
/** `1-10`, `01–10`, `96-00`, `5%–15%`, `96+`, `100`. */
const RANGE = new RegExp(`^\\W*${NUMBER}(?:${DASH}${NUMBER}|(\\+))?\\W*$`, 'u');
/** A range and its outcome in one cell: `1-10: the rope breaks`. */
const RANGE_AND_OUTCOME = new RegExp(`^\\W*(${NUMBER}${DASH}${NUMBER})\\W*?[:：.)]\\s*(\\S.*)$`, 'u');

/** Reads one line's cells as a row of a d100 table; null when they are none. */
function readTableRow(cells: readonly string[]): OfferedTableRow | null {
  const [first = '', ...others] = cells;
  if (others.length === 0) {
    const joined = RANGE_AND_OUTCOME.exec(first);
    return joined === null ? null : readTableRow([joined[1] ?? '', joined[4] ?? '']);
  }
  const range = RANGE.exec(first);
  const outcome = others.join(' | ').trim();
  if (range === null || outcome === '') return null;
  const from = Math.max(1, Number(range[1]));
  const written = range[3] !== undefined ? 100 : Number(range[2] ?? range[1]);
  // `96-00` ends the table as percentile dice do.
  const to = written === 0 ? 100 : written;
  if (from > 100 || to > 100 || from > to) return null;
  return { from, to, outcome: outcome.slice(0, LONGEST_OUTCOME) };
}

/**
 * Sorts the rows of a table and moves their borders so that every number from 1 to 100 is in exactly one. Returns none when too much
 * is missing or claimed twice for the borders to be a slip.
 */
function completeTable(rows: readonly OfferedTableRow[]): readonly OfferedTableRow[] {
  if (rows.length < LEAST_ROWS || rows.length > MOST_ROWS) return [];
  const sorted = [...rows].sort((one, other) => one.from - other.from);
  if (!isPlausible(sorted)) return [];
  const closed = sorted.map((row, index) => {
    const from = index === 0 ? 1 : row.from;
    const to = (sorted[index + 1]?.from ?? 101) - 1;
    return { ...row, from, to };
  });
  return closed.every(({ from, to }) => from <= to) ? closed : [];
}

function isPlausible(sorted: readonly OfferedTableRow[]): boolean {
  let covered = 0;
  let end = 0;
  for (const { from, to } of sorted) {
    if (Math.abs(from - (end + 1)) > WIDEST_SLIP) return false;
    covered += Math.max(0, to - Math.max(from, end + 1) + 1);
    end = Math.max(end, to);
  }
  return covered >= LEAST_COVERED && 100 - end <= WIDEST_SLIP;
}

/** The lines behind the prose of a narration, read. */
export type NarrationTail = {
  readonly choices: readonly OfferedChoice[];
  readonly rows: readonly OfferedTableRow[];
  readonly notes: string;
};

/** Choices of complete lines. */
export type ChoicesSoFar = {
  readonly choices: readonly OfferedChoice[];
  /** Whether the notes have begun, which stand behind the last choice. */
  readonly isComplete: boolean;
};

type WrittenChoice = { readonly risk: Risk; readonly text: string; readonly description: string };

const LONGEST_TEXT = 120;
const LONGEST_DESCRIPTION = 400;
const LONGEST_NOTES = 2000;
/** A cell this short in front of others is a risk in words that are not ours. */
const LONGEST_RISK = 12;
const LONGEST_UNSPACED_RISK = 3;

/** A choice that was cut off in its third cell has all that matters. */
const FINISHED_CELLS = 3;

const FENCE = /^\s*(?:`{3,}|~{3,})/;
/** Rules, the separator, and the line under the head of a table. */
const RULE = /^[\s|:｜*_=＝‐-―−-]*$/;
const TABLE_RULE = /^[\s:‐-―-]*[|｜][\s|:｜‐-―-]*-[\s|:｜‐-―-]*$/;
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]*\*\*\s*$|[^|｜]{1,40}[:：]\s*\**\s*$)/;
const MARKER = /^\s*(?:>\s*)?(?:[-*+•·‣]\s+|\(?\d{1,2}[.)、]\s*|[a-e][.)]\s+)/i;
const NOTES = /^[\s*_>#-]*notes?\s*[*_]*\s*[:：]\s*[*_]*\s*/i;
const BOLD_START = /^\*\*(.+?)\*\*\s*[:：—–-]*\s*(.*)$/s;
const EMPHASIS = /\*\*|__|^[*_]|[*_]$/g;

/**
 * Reads choices (`risk | text | description`), rows (`from-to | outcome`) and `notes:` out of the lines behind the prose, however they
 * are decorated. `isCut` says that the last line was not finished.
 */
export function readNarrationTail(tail: string, isCut = false): NarrationTail {
  const piped: WrittenChoice[] = [];
  const plain: WrittenChoice[] = [];
  const rows: OfferedTableRow[] = [];
  const notes: string[] = [];
  const lines = contentLines(tail);
  lines.forEach((line, index) => {
    const note = readNote(line, notes.length > 0);
    if (note !== null) {
      notes.push(note);
      return;
    }
    const cells = splitCells(line);
    if (isCut && index === lines.length - 1 && cells.length < FINISHED_CELLS) return;
    const row = readTableRow(cells);
    if (row !== null) rows.push(row);
    else if (cells.length > 1) piped.push(...readPipedChoice(cells));
    else if (!HEADING.test(line)) plain.push(...readPlainChoice(line));
  });
  return {
    choices: toOfferedChoices(piped.length > 0 ? piped : rows.length > 0 ? [] : plain),
    rows: isCut && notes.length === 0 ? [] : completeTable(rows),
    notes: notes.join(' ').trim().slice(0, LONGEST_NOTES),
  };
}

/** Lines behind the prose are read while they are written up to this length; beyond it their end is waited for. */
const LONGEST_READ_EARLY = 2000;

/**
 * Reads the choices out of lines that are still being written. Only lines that begin with a risk of ours count: what other lines
 * are can depend on those that follow.
 */
export function readChoicesSoFar(tail: string): ChoicesSoFar {
  const end = tail.lastIndexOf('\n') + 1;
  const lines = tail.slice(0, end).split('\n');
  const notes = lines.findIndex((line) => NOTES.test(line));
  const whole = notes === -1 ? lines : lines.slice(0, notes);
  if (tail.length > LONGEST_READ_EARLY || !whole.some(isChoiceLine))
    return { choices: [], isComplete: false };
  const { choices } = readNarrationTail(whole.join('\n'));
  return { choices, isComplete: choices.length > 0 && (notes !== -1 || NOTES.test(tail.slice(end))) };
}

function isChoiceLine(line: string): boolean {
  const [first = '', ...others] = splitCells(line);
  return others.length > 0 && readRisk(first) !== null;
}

/** Reads the same out of the fields of a JSON object, for a model that wrote one. */
export function readJsonTail(value: unknown): NarrationTail {
  const { choices, rows, notes }: { readonly [field: string]: unknown } = Object(value);
  const read = OfferedChoice.array().safeParse(coerceStoryChoices(choices));
  const lines = Array.isArray(rows)
    ? rows.flatMap((row) => {
        const { from, to, outcome }: { readonly [field: string]: unknown } = Object(row);
        return readTableRow([`${String(from)}-${String(to)}`, String(outcome ?? '')]) ?? [];
      })
    : [];
  return {
    choices: read.success ? withoutOther(read.data) : [],
    rows: completeTable(lines),
    notes: typeof notes === 'string' ? notes.slice(0, LONGEST_NOTES) : '',
  };
}

/** Tells whether a line is certainly a choice or a row: its first cell is a known risk or a range of numbers. */
export function isEntryLine(line: string): boolean {
  const cells = splitCells(line);
  const [first = ''] = cells;
  return NOTES.test(line) || (cells.length > 1 && (readRisk(first) !== null || readTableRow(cells) !== null));
}

/** Tells whether a line begins like an item of a list. */
export function isListLine(line: string): boolean {
  return MARKER.test(line);
}

/** Tells whether a line has cells. */
export function isPipedLine(line: string): boolean {
  return splitCells(line).length > 1;
}

/** Lines that say something: no fences, rules, or head of a table. */
function contentLines(tail: string): readonly string[] {
  const lines = tail.split('\n').filter((line) => line.trim() !== '' && !FENCE.test(line));
  return lines.filter((line, index) => !RULE.test(line) && !TABLE_RULE.test(lines[index + 1] ?? ''));
}

function readNote(line: string, hasBegun: boolean): string | null {
  if (NOTES.test(line)) return line.replace(NOTES, '').trim();
  return hasBegun && !isPipedLine(line) ? line.trim() : null;
}

function splitCells(line: string): readonly string[] {
  const inside = line
    .replace(MARKER, '')
    .trim()
    .replace(/^[|｜]|[|｜]$/g, '');
  return inside.split(/[|｜]/).map((cell) => cell.trim());
}

/** Reads a choice from cells; a risk may stand in front, behind, or nowhere. */
function readPipedChoice(cells: readonly string[]): readonly WrittenChoice[] {
  const at = cells.findIndex((cell) => readRisk(lastPart(cell)) !== null && !/\s/.test(lastPart(cell)));
  if (at !== -1) {
    const risk = readRisk(lastPart(cells[at] ?? '')) ?? 'low';
    return makeChoice(
      risk,
      cells.filter((_, index) => index !== at),
    );
  }
  return makeChoice('low', isForeignRisk(cells) ? cells.slice(1) : cells);
}

/** Returns the last part of a cell: `Risk: low` as `low`. */
function lastPart(cell: string): string {
  return (/[^:：]*$/.exec(cell)?.[0] ?? cell).trim();
}

function isForeignRisk(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  const word = first.replace(EMPHASIS, '').trim();
  if (/\s/.test(word) || word.length > LONGEST_RISK) return false;
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
  return cells.length > 2 || !isUnspaced || word.length <= LONGEST_UNSPACED_RISK;
}

function readPlainChoice(line: string): readonly WrittenChoice[] {
  const text = line.replace(MARKER, '').trim();
  const [, bold, behind] = BOLD_START.exec(text) ?? [];
  return bold === undefined ? makeChoice('low', [text]) : makeChoice('low', [bold, behind ?? '']);
}

function makeChoice(risk: Risk, [text = '', ...description]: readonly string[]): readonly WrittenChoice[] {
  const plain = text
    .replace(EMPHASIS, '')
    .replace(/^\[|\]$/g, '')
    .trim();
  // The head of a table is no choice, and neither is a cell without a letter.
  if (!/[\p{L}\p{N}]/u.test(plain)) return [];
  return [
    {
      risk,
      text: shorten(plain, LONGEST_TEXT),
      description: shorten(
        description
          .filter((cell) => cell !== '')
          .join(' ')
          .replace(EMPHASIS, '')
          .trim(),
        LONGEST_DESCRIPTION,
      ),
    },
  ];
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

function toOfferedChoices(written: readonly WrittenChoice[]): readonly OfferedChoice[] {
  const read = OfferedChoice.array().safeParse(coerceStoryChoices([...written]));
  return read.success ? withoutOther(read.data) : [];
}

/** Removes `other_action`, which the engine offers by itself. */
function withoutOther(choices: readonly OfferedChoice[]): readonly OfferedChoice[] {
  return choices.filter(({ key }) => key !== 'other_action');
}
