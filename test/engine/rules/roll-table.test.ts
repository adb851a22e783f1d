import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRollTableFaults, findTableRow, RollTable, RollTableRow } from '#engine/rules/roll.ts';

type Span = readonly [from: number, to: number];

/** Rows over these spans, the first catastrophic and the last exceptional. */
function rowsOver(...spans: readonly Span[]): RollTableRow[] {
  return spans.map(([from, to], index) => ({
    from,
    to,
    outcome: `what happens from ${from} to ${to}`,
    kind: index === 0 ? 'catastrophic' : index === spans.length - 1 ? 'exceptional' : 'ordinary',
  }));
}

const persuasion = rowsOver([1, 5], [6, 30], [31, 60], [61, 95], [96, 100]);
const eight = rowsOver([1, 1], [2, 10], [11, 30], [31, 50], [51, 70], [71, 90], [91, 99], [100, 100]);

describe('a table that covers 1 to 100', () => {
  it.each([
    ['five rows', persuasion],
    ['six rows', rowsOver([1, 10], [11, 20], [21, 40], [41, 60], [61, 80], [81, 100])],
    ['eight rows, two of them of one number', eight],
    ['rows in another order', persuasion.toReversed()],
  ])('is accepted with %s', (_case, rows) => {
    expect(findRollTableFaults(rows)).toEqual([]);
    expect(RollTable.safeParse({ purpose: 'Win over the council', rows }).success).toBe(true);
  });

  it.each([
    [1, 1],
    [5, 1],
    [6, 6],
    [30, 6],
    [31, 31],
    [60, 31],
    [61, 61],
    [95, 61],
    [96, 96],
    [100, 96],
  ])('a roll of %i hits the row from %i', (value, from) => {
    expect(findTableRow({ rows: persuasion }, value)).toMatchObject({ from });
    expect(findTableRow({ rows: persuasion.toReversed() }, value)).toMatchObject({ from });
  });

  it.each([0, 101, -1, 50.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a roll of %d', (value) => {
    expect(findTableRow({ rows: persuasion }, value)).toEqual({
      rejected: 'not-a-d100-roll',
      reason: `a d100 roll is a whole number from 1 to 100, not ${value}`,
    });
  });
});

describe('a faulty table is refused with the row and the right numbers', () => {
  it.each<[string, string, (string | number)[], RollTableRow[]]>([
    [
      'the table has 4 rows; write 5 to 8 that cover 1 to 100',
      'wrong-number-of-rows',
      [],
      rowsOver([1, 25], [26, 50], [51, 75], [76, 100]),
    ],
    [
      'the table has 9 rows; write 5 to 8 that cover 1 to 100',
      'wrong-number-of-rows',
      [],
      rowsOver([1, 1], [2, 10], [11, 30], [31, 50], [51, 70], [71, 90], [91, 98], [99, 99], [100, 100]),
    ],
    ['the table has 0 rows; write 5 to 8 that cover 1 to 100', 'wrong-number-of-rows', [], []],
    [
      'nothing covers 1-2; row 1 (3-5) must start at 1',
      'gap',
      [0, 'from'],
      rowsOver([3, 5], [6, 30], [31, 60], [61, 95], [96, 100]),
    ],
    [
      'nothing covers 100; row 5 (96-99) must end at 100',
      'gap',
      [4, 'to'],
      rowsOver([1, 5], [6, 30], [31, 60], [61, 95], [96, 99]),
    ],
    [
      'nothing covers 31-32; row 3 (33-60) must start at 31, after row 2 (6-30)',
      'gap',
      [2, 'from'],
      rowsOver([1, 5], [6, 30], [33, 60], [61, 95], [96, 100]),
    ],
    [
      'row 2 (6-30) and row 3 (30-60) both cover 30; start row 3 (30-60) at 31, or end row 2 (6-30) at 29',
      'overlap',
      [2, 'from'],
      rowsOver([1, 5], [6, 30], [30, 60], [61, 95], [96, 100]),
    ],
    [
      'row 2 runs from 41 to 30; write the smaller number first: from 30 to 41',
      'backward-row',
      [1, 'to'],
      rowsOver([1, 5], [41, 30], [31, 60], [61, 95], [96, 100]),
    ],
    [
      'row 1 (1-5) is the lowest and is ordinary; its kind must be catastrophic',
      'no-catastrophic-row',
      [0, 'kind'],
      persuasion.map((row, index) => (index === 0 ? { ...row, kind: 'ordinary' } : row)),
    ],
    [
      'row 5 (96-100) is the highest and is catastrophic; its kind must be exceptional',
      'no-exceptional-row',
      [4, 'kind'],
      persuasion.map((row, index) => (index === 4 ? { ...row, kind: 'catastrophic' } : row)),
    ],
  ])('%s', (reason, rejected, path, rows) => {
    expect(findRollTableFaults(rows)).toEqual([{ rejected, reason, path }]);
  });

  it('names a row that lies inside another', () => {
    const rows = rowsOver([1, 5], [6, 60], [20, 30], [61, 95], [96, 100]);

    expect(findRollTableFaults(rows).map(({ reason }) => reason)).toEqual([
      'row 2 (6-60) and row 3 (20-30) both cover 20-30; row 3 (20-30) lies inside row 2 (6-60); give it numbers of its own',
    ]);
  });

  it('names a row that ends where the one around it ends', () => {
    const rows = rowsOver([1, 5], [6, 60], [50, 60], [61, 95], [96, 100]);

    expect(findRollTableFaults(rows).map(({ reason }) => reason)).toEqual([
      'row 2 (6-60) and row 3 (50-60) both cover 50-60; row 3 (50-60) lies inside row 2 (6-60); give it numbers of its own',
    ]);
  });

  it('reports every fault at once, where an editor can show it', () => {
    const rows = rowsOver([2, 5], [6, 30], [32, 60], [60, 95], [96, 99]);
    const issues = RollTable.safeParse({ purpose: 'Chaos on the road', rows }).error?.issues;

    expect(issues?.map(({ path }) => path)).toEqual([
      ['rows', 0, 'from'],
      ['rows', 4, 'to'],
      ['rows', 2, 'from'],
      ['rows', 3, 'from'],
    ]);
  });

  it('says when a table nobody checked has no row for a roll', () => {
    expect(() => findTableRow({ rows: persuasion.slice(0, 4) }, 100)).toThrow(
      'no row of this table covers 100',
    );
  });
});

it('accepts exactly the tables in which every roll hits one row', () => {
  const cut = fc.uniqueArray(fc.integer({ min: 2, max: 100 }), { minLength: 4, maxLength: 7 });
  const nudge = fc.record({
    row: fc.nat(7),
    end: fc.constantFrom('from', 'to'),
    by: fc.integer({ min: -3, max: 3 }),
  });
  fc.assert(
    fc.property(cut, nudge, (cuts, { row, end, by }) => {
      const starts = [1, ...cuts.toSorted((one, other) => one - other)];
      const rows = rowsOver(...starts.map((from, index): Span => [from, (starts[index + 1] ?? 101) - 1])).map(
        (spanned, index) =>
          index === row
            ? { ...spanned, [end]: Math.min(100, Math.max(1, spanned[end as 'from' | 'to'] + by)) }
            : spanned,
      );
      const hits = Array.from(
        { length: 100 },
        (_, value) => rows.filter(({ from, to }) => value + 1 >= from && value + 1 <= to).length,
      );
      const sound = hits.every((count) => count === 1) && rows.every(({ from, to }) => from <= to);

      expect(findRollTableFaults(rows).length === 0).toBe(sound);
    }),
    { numRuns: 1500, seed: 4 },
  );
});

it('calls a row ordinary when nobody says otherwise', () => {
  expect(RollTableRow.parse({ from: 6, to: 30, outcome: 'He hesitates.' }).kind).toBe('ordinary');
});
