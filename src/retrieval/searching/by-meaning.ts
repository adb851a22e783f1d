import type { Table } from '@lancedb/lancedb';
import type { Condition } from '../lance/condition.ts';
import { type Row, rowsOf } from '../lance/row.ts';
import { narrowed } from '../lance/where.ts';
import type { Asked } from './asked.ts';

type Wanted = {
  readonly condition: Condition | null;
  readonly columns: readonly string[];
  readonly limit: number;
};

/** The nearest rows by their vectors, with `_distance`. */
export async function byMeaning(
  table: Table,
  { vector: asked }: Asked,
  { condition, columns, limit }: Wanted,
): Promise<Row[]> {
  const vector = await asked;
  if (vector === null) return [];
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .select([...columns, '_distance']);
  return rowsOf(narrowed(query, condition).limit(limit));
}
