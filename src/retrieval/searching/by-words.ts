import { MultiMatchQuery, type Table } from '@lancedb/lancedb';
import { LAYOUTS, type Layout } from '../lance/columns.ts';
import type { Condition } from '../lance/condition.ts';
import { type Row, rowsOf } from '../lance/row.ts';
import { narrowed } from '../lance/where.ts';
import type { Asked } from './asked.ts';
import type { Reach } from './reach.ts';

type Wanted = {
  readonly condition: Condition | null;
  readonly columns: readonly string[];
  readonly limit: number;
};

/** The best rows by their words, with `_score`. */
export async function byWords(
  table: Table,
  { source }: Reach,
  { words, isEmbedded }: Asked,
  { condition, columns, limit }: Wanted,
): Promise<Row[]> {
  if (words.length === 0) return [];
  const fields = fieldsOf(source, isEmbedded);
  // Never the bare string: quotes around it would make it a phrase query.
  const match = new MultiMatchQuery(
    words.join(' '),
    fields.map(({ column }) => column),
    { boosts: fields.map(({ boost }) => boost) },
  );
  const query = table
    .query()
    .fullTextSearch(match)
    .select([...columns, '_score']);
  return rowsOf(narrowed(query, condition).limit(limit));
}

/** Headings above a chunk's own are part of its vector: words need not look there as well. */
function fieldsOf(source: Reach['source'], isEmbedded: boolean): Layout['fullText'] {
  const { fullText } = LAYOUTS[source];
  return isEmbedded ? fullText.filter(({ inVectors }) => inVectors !== true) : fullText;
}
