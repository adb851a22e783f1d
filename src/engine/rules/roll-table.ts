import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findRowFaults } from './mechanics/roll-table-faults.ts';

/** The fewest and the most rows a table has. */
export const ROLL_TABLE_ROWS = { fewest: 5, most: 8 } as const;

/** An operation a row sets off, as operations are proposed; its input is parsed when it is applied. */
// JSON of any shape with a name: the type says no more than that.
const RowOperation = z.looseObject({ op: z.string().min(1).max(80) }) as unknown as z.ZodType<{
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
