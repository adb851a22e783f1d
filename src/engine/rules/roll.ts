import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

type Row = { readonly from: number; readonly to: number; readonly kind: string };
type Numbered = Row & { readonly index: number };

const LOWEST = 1;
const HIGHEST = 100;

/** Finds all faults in the rows of a d100 table, in the order of the numbers they cover. */
function findRowFaults(
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

/** Two throws of the first die, of which the higher or the lower counts. */
export const Advantage = z.enum(['NONE', 'ADVANTAGE', 'DISADVANTAGE']);
export type Advantage = z.infer<typeof Advantage>;

/** The number a roll must reach: a difficulty class, or the armour class an attack must beat. */
export const RollTarget = z.strictObject({
  kind: z.enum(['DC', 'AC']),
  value: z.int().min(0).max(1000),
  /** Lowest natural face that makes a hit critical, where it is not 20: a champion's 19. */
  criticalFrom: z.int().min(2).max(19).optional(),
});
export type RollTarget = z.infer<typeof RollTarget>;

/**
 * Position of a roll in its session's random stream. Together with the seed it decides the faces; it never contains
 * the seed.
 */
export const SeedPosition = z.strictObject({
  sceneIndex: z.int().min(0).describe('The scene the turn makes.'),
  ordinal: z.int().min(0).max(9999).describe('Which check of that turn, counted from 0.'),
  diceIndex: z
    .int()
    .min(0)
    .exactOptional()
    .describe(
      'Where in the stream the dice of that scene stand; left out where it is the scene’s own index.',
    ),
});
export type SeedPosition = z.infer<typeof SeedPosition>;

/**
 * Returns the number that decides the faces, with the seed and the ordinal. It is the scene's index less some earlier
 * scenes: those in which neither the story went on nor dice fell. So a player does not get other faces by thinking
 * twice.
 */
export function getDiceIndex({
  diceIndex,
  sceneIndex,
}: Pick<SeedPosition, 'diceIndex' | 'sceneIndex'>): number {
  return diceIndex ?? sceneIndex;
}

/**
 * Dice that fell. Written once, by the engine or from the player's own dice, and never changed. The narrating model
 * receives this record and cannot ask for another.
 */
export const Roll = z.strictObject({
  expression: z.string().max(120).describe('What was rolled, tidied: 2d6+1d4+3.'),
  advantage: Advantage,
  faces: z.array(z.int()).max(2200).describe('Every die thrown, in order, also those that did not count.'),
  dropped: z.array(z.int().min(0)).describe('Positions in faces, from 0, of the dice that did not count.'),
  modifier: z.int().describe('The sum of the plain numbers in the expression.'),
  total: z.int(),
  position: SeedPosition,
  purpose: z.string().min(1).max(120).describe('What the roll decides: Perception check.'),
  source: z
    .enum(['ENGINE', 'PLAYER'])
    .describe('Who threw: the engine, or the player with dice of their own.'),
  characterId: z.string().min(1).max(160).exactOptional().describe('Who acts.'),
  damageType: z.string().min(1).max(40).exactOptional(),
  target: RollTarget.exactOptional(),
  result: z.string().min(1).max(80).exactOptional().describe('What the total means: Success, Hit, a band.'),
  line: z.string().max(20_000).describe('The whole roll as one line a player can check by hand.'),
});
export type Roll = Readonly<z.infer<typeof Roll>>;

/** The fewest and the most rows a table has. */
const ROLL_TABLE_ROWS = { fewest: 5, most: 8 } as const;

/** An operation a row sets off, as operations are proposed; its input is parsed when it is applied. */
// JSON of any shape with a name: the type says no more than that.
export const RowOperation = z.looseObject({ op: z.string().min(1).max(80) }) as unknown as z.ZodType<{
  readonly [key: string]: Json;
}>;

/** Event for a roll from `from` to `to`, both included. */
export const RollTableRow = z.strictObject({
  from: z.int().min(1).max(100),
  to: z.int().min(1).max(100),
  outcome: z.string().min(1).max(600).describe('What happens; it will be narrated as it stands.'),
  kind: z
    .enum(['catastrophic', 'ordinary', 'exceptional'])
    .default('ordinary')
    .describe('The row from 1 is catastrophic, the row up to 100 exceptional.'),
  minutes: z.number().min(0).max(5_256_000).optional().describe('How long it takes when it is hit.'),
  operations: z.array(RowOperation).max(12).optional().describe('What the engine changes when it is hit.'),
  triggers: z.array(z.string()).max(4).optional().describe('Authored triggers that are met when it is hit.'),
});
export type RollTableRow = Readonly<z.infer<typeof RollTableRow>>;

/** Finds all faults of a table's rows at once, each naming the row and the numbers that would be right. */
export function findRollTableFaults(rows: readonly RollTableRow[]): readonly Rejection[] {
  return findRowFaults(rows, ROLL_TABLE_ROWS);
}

/** The rows of a binding d100 table: 1 to 100 without a gap or an overlap, in any order. */
export const RollTableRows = z.array(RollTableRow).superRefine((rows, context) => {
  for (const { reason, path = [] } of findRollTableFaults(rows)) {
    context.addIssue({ code: 'custom', message: reason, path: [...path] });
  }
});

/** A d100 table offered before the roll. Once offered it binds: the row that is hit happens. */
export const RollTable = z.strictObject({
  purpose: z.string().min(1).max(120).describe('What the roll decides.'),
  rows: RollTableRows,
});
export type RollTable = Readonly<z.infer<typeof RollTable>>;

/**
 * Finds the row a roll hits. Refuses numbers 1d100 cannot show; a table that passed its checks has a row for the
 * rest.
 */
export function findTableRow<Row extends Pick<RollTableRow, 'from' | 'to'>>(
  table: { readonly rows: readonly Row[] },
  value: number,
): Row | Rejection {
  if (!Number.isInteger(value) || value < 1 || value > 100) {
    return reject('not-a-d100-roll', `a d100 roll is a whole number from 1 to 100, not ${value}`);
  }
  const row = table.rows.find(({ from, to }) => value >= from && value <= to);
  if (row === undefined) throw new Error(`no row of this table covers ${value}: it was never checked`);
  return row;
}
