import type { OfferedTableRow } from '#engine/contracts/narration.ts';

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
export function readTableRow(cells: readonly string[]): OfferedTableRow | null {
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
export function completeTable(rows: readonly OfferedTableRow[]): readonly OfferedTableRow[] {
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
