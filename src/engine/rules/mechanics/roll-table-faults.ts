import { type Rejection, reject } from '#engine/util/rejection.ts';

type Row = { readonly from: number; readonly to: number; readonly kind: string };
type Numbered = Row & { readonly index: number };

const LOWEST = 1;
const HIGHEST = 100;

/** Finds all faults in the rows of a d100 table, in the order of the numbers they cover. */
export function findRowFaults(
  rows: readonly Row[],
  limits: { readonly fewest: number; readonly most: number },
): readonly Rejection[] {
  const { fewest, most } = limits;
  if (rows.length < fewest || rows.length > most) {
    const right = `write ${fewest} to ${most} that cover ${LOWEST} to ${HIGHEST}`;
    return [reject('wrong-number-of-rows', `the table has ${rows.length} rows; ${right}`, [])];
  }
  const backwards = rows.flatMap((row, index) => (row.from <= row.to ? [] : [backward(row, index)]));
  if (backwards.length > 0) return backwards;
  const ordered = rows
    .map(({ from, to, kind }, index) => ({ from, to, kind, index }))
    .sort((one, other) => one.from - other.from || one.to - other.to);
  return [...edgeFaults(ordered), ...seamFaults(ordered)];
}

function nameOf({ from, to, index }: Numbered): string {
  return `row ${index + 1} (${from}-${to})`;
}

function backward({ from, to }: Row, index: number): Rejection {
  const reason = `row ${index + 1} runs from ${from} to ${to}; write the smaller number first: from ${to} to ${from}`;
  return reject('backward-row', reason, [index, 'to']);
}

function edgeFaults(ordered: readonly Numbered[]): Rejection[] {
  const [first] = ordered;
  const last = ordered.toSorted((one, other) => one.to - other.to).at(-1);
  if (first === undefined || last === undefined) return [];
  const faults: Rejection[] = [];
  if (first.from !== LOWEST) {
    const reason = `nothing covers ${span(LOWEST, first.from - 1)}; ${nameOf(first)} must start at ${LOWEST}`;
    faults.push(reject('gap', reason, [first.index, 'from']));
  }
  if (first.kind !== 'catastrophic') faults.push(wrongKind(first, 'lowest', 'catastrophic'));
  if (last.to !== HIGHEST) {
    const reason = `nothing covers ${span(last.to + 1, HIGHEST)}; ${nameOf(last)} must end at ${HIGHEST}`;
    faults.push(reject('gap', reason, [last.index, 'to']));
  }
  if (last.kind !== 'exceptional') faults.push(wrongKind(last, 'highest', 'exceptional'));
  return faults;
}

function wrongKind(row: Numbered, place: string, kind: string): Rejection {
  const reason = `${nameOf(row)} is the ${place} and is ${row.kind}; its kind must be ${kind}`;
  return reject(`no-${kind}-row`, reason, [row.index, 'kind']);
}

function seamFaults([first, ...others]: readonly Numbered[]): Rejection[] {
  if (first === undefined) return [];
  const faults: Rejection[] = [];
  let furthest = first;
  for (const row of others) {
    const right = furthest.to + 1;
    if (row.from > right) faults.push(gap(furthest, row));
    if (row.from < right) faults.push(overlap(furthest, row));
    if (row.to > furthest.to) furthest = row;
  }
  return faults;
}

function gap(before: Numbered, row: Numbered): Rejection {
  const right = before.to + 1;
  const cure = `${nameOf(row)} must start at ${right}, after ${nameOf(before)}`;
  return reject('gap', `nothing covers ${span(right, row.from - 1)}; ${cure}`, [row.index, 'from']);
}

function overlap(before: Numbered, row: Numbered): Rejection {
  const shared = span(row.from, Math.min(before.to, row.to));
  const cure =
    before.to + 1 <= row.to
      ? `start ${nameOf(row)} at ${before.to + 1}, or end ${nameOf(before)} at ${row.from - 1}`
      : `${nameOf(row)} lies inside ${nameOf(before)}; give it numbers of its own`;
  return reject('overlap', `${nameOf(before)} and ${nameOf(row)} both cover ${shared}; ${cure}`, [
    row.index,
    'from',
  ]);
}

function span(from: number, to: number): string {
  return from === to ? String(from) : `${from}-${to}`;
}
