import type { Table } from '@lancedb/lancedb';
import { type Row, rowsOf } from '../lance/row.ts';
import { narrowed } from '../lance/where.ts';
import type { Asked } from './asked.ts';
import type { Wanted } from './by-words.ts';

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
  const placed = columns.length === 0 ? query.withRowId() : query;
  return rowsOf(narrowed(placed, condition).limit(limit));
}
