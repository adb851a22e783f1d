import { MatchQuery, MultiMatchQuery, type Table } from '@lancedb/lancedb';
import { LAYOUTS, type Layout } from '../lance/columns.ts';
import type { Condition } from '../lance/condition.ts';
import { type Row, rowsOf } from '../lance/row.ts';
import { narrowed } from '../lance/where.ts';
import type { Asked } from './asked.ts';
import type { Reach } from './reach.ts';

export type Wanted = {
  readonly condition: Condition | null;
  /** None: LanceDB says where the rows are, and takes half as long. */
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
  const query = table
    .query()
    .fullTextSearch(matching(words.join(' '), fieldsOf(source, isEmbedded)))
    .select([...columns, '_score']);
  const placed = columns.length === 0 ? query.withRowId() : query;
  return rowsOf(narrowed(placed, condition).limit(limit));
}

/** Never the bare string: quotes around it would make it a phrase query. */
function matching(text: string, fields: Layout['fullText']): MatchQuery | MultiMatchQuery {
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) return new MatchQuery(text, only.column, only);
  return new MultiMatchQuery(
    text,
    fields.map(({ column }) => column),
    { boosts: fields.map(({ boost }) => boost) },
  );
}

/** Headings above a chunk's own are part of its vector: words need not look there as well. */
function fieldsOf(source: Reach['source'], isEmbedded: boolean): Layout['fullText'] {
  const { fullText } = LAYOUTS[source];
  return isEmbedded ? fullText.filter(({ inVectors }) => inVectors !== true) : fullText;
}
