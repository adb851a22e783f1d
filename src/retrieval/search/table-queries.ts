import { MatchQuery, MultiMatchQuery, type Table } from '@lancedb/lancedb';
import { applyCondition, type RowCondition } from '../index/condition.ts';
import { type Row, readRows } from '../index/rows.ts';
import { LAYOUTS, type TableLayout } from '../index/table-layout.ts';
import type { Candidate, CandidateRelations } from '../ranking/candidate.ts';
import { endsInQuestion } from '../ranking/history-boosts.ts';
import type { TableScope } from './table-scope.ts';

/** A question, as one table is asked it. */
export type TableQuery = {
  readonly words: readonly string[];
  /** Resolves to null when there is nothing to compare with. */
  readonly vector: Promise<Float32Array | null>;
  /** Number of candidates from each ranking. */
  readonly depth: number;
  /** Whether the vectors of the candidates themselves are wanted. */
  readonly withVectors: boolean;
  /** Whether meanings can be left to the vectors, which know where a text stands. */
  readonly isEmbedded: boolean;
};

/** The best of all, and the best of what the moment is about, which a large corpus would crowd out. */
export type TableCandidates = { readonly wide: readonly Candidate[]; readonly narrow: readonly Candidate[] };

type RowQuery = {
  readonly condition: RowCondition | null;
  /** None: LanceDB says where the rows are, and takes half as long. */
  readonly columns: readonly string[];
  readonly limit: number;
};

/** Returns the best rows by their words, with `_score`. */
export async function queryByWords(
  table: Table,
  { source }: TableScope,
  { words, isEmbedded }: TableQuery,
  { condition, columns, limit }: RowQuery,
): Promise<Row[]> {
  if (words.length === 0) return [];
  const query = table
    .query()
    .fullTextSearch(matching(words.join(' '), fieldsOf(source, isEmbedded)))
    .select([...columns, '_score']);
  const placed = columns.length === 0 ? query.withRowId() : query;
  return readRows(applyCondition(placed, condition).limit(limit));
}

/** Builds the full-text query. Never passes the bare string: quotes around it would make it a phrase query. */
function matching(text: string, fields: TableLayout['fullText']): MatchQuery | MultiMatchQuery {
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) return new MatchQuery(text, only.column, only);
  return new MultiMatchQuery(
    text,
    fields.map(({ column }) => column),
    { boosts: fields.map(({ boost }) => boost) },
  );
}

/** Headings above a chunk's own are part of its vector: words need not look there as well. */
function fieldsOf(source: TableScope['source'], isEmbedded: boolean): TableLayout['fullText'] {
  const { fullText } = LAYOUTS[source];
  return isEmbedded ? fullText.filter(({ inVectors }) => inVectors !== true) : fullText;
}

/** Returns the nearest rows by their vectors, with `_distance`. */
export async function queryByVector(
  table: Table,
  { vector: asked }: TableQuery,
  { condition, columns, limit }: RowQuery,
): Promise<Row[]> {
  const vector = await asked;
  if (vector === null) return [];
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .select([...columns, '_distance']);
  const placed = columns.length === 0 ? query.withRowId() : query;
  return readRows(applyCondition(placed, condition).limit(limit));
}

/** The columns that say what a row belongs to and, of history, how much it says. */
export const RELATION_COLUMNS = {
  authored: ['parent_id'],
  history: ['session_id', 'scene_index', 'ordinal', 'episode', 'owner_id', 'kind', 'text'],
} as const;

export function readRelations(row: Row, source: CandidateRelations['source']): CandidateRelations {
  if (source === 'authored') {
    const parentId = String(row.parent_id);
    return { source, parentId: parentId === '' ? null : parentId };
  }
  const text = String(row.text);
  return {
    source,
    sessionId: String(row.session_id),
    sceneIndex: Number(row.scene_index),
    ordinal: Number(row.ordinal),
    episode: String(row.episode),
    ownerId: String(row.owner_id),
    kind: String(row.kind),
    length: text.length,
    asks: endsInQuestion(text),
  };
}
