import { MultiMatchQuery, type Table } from '@lancedb/lancedb';
import { AUTHORED_LAYOUT, HISTORY_LAYOUT, type Layout } from '../lance/columns.ts';
import { type Row, rowsOf, vectorOf } from '../lance/row.ts';
import { allOf, isOneOf, type Where } from '../lance/where.ts';
import type { Candidate, Kin } from '../ranking/candidate.ts';
import { coverageOf } from '../ranking/coverage.ts';
import { type Reach, visible } from './reach.ts';

export type Asked = {
  readonly words: readonly string[];
  /** Resolves to null when there is nothing to compare with. */
  readonly vector: Promise<Float32Array | null>;
  /** How many candidates each ranking brings. */
  readonly depth: number;
  /** Whether the vectors of the candidates themselves are wanted. */
  readonly withVectors: boolean;
  /** Whether meanings can be left to the vectors, which know where a text stands. */
  readonly isEmbedded: boolean;
};

const KIN_COLUMNS = {
  authored: ['parent_id'],
  history: ['session_id', 'scene_index', 'ordinal', 'episode', 'owner_id'],
} as const;

const LAYOUTS = { authored: AUTHORED_LAYOUT, history: HISTORY_LAYOUT } as const;

/** The full text's fields. Headings above a chunk's own are part of its vector: words need not look there as well. */
function fieldsOf(source: Reach['source'], isEmbedded: boolean): Pick<Layout, 'fullText'> {
  const { fullText } = LAYOUTS[source];
  return { fullText: isEmbedded ? fullText.filter(({ inVectors }) => inVectors !== true) : fullText };
}

/** Both rankings of one table, side by side, under one filter. */
export async function readCandidates(
  table: Table,
  reach: Reach,
  asked: Asked,
  narrower: Where | null,
): Promise<Candidate[]> {
  const where = allOf(visible(reach), reach.asked, narrower);
  const inWords = nearestInWords(table, reach, asked, where);
  const [byWords, covered, byMeaning] = await Promise.all([
    inWords,
    inWords.then((rows) => coverages(table, reach, asked, rows)),
    nearestInMeaning(table, reach, asked, where),
  ]);
  const found = new Map<string, Candidate>();
  for (const row of byWords) found.set(String(row.id), candidateOf(row, reach));
  for (const row of byMeaning) {
    const candidate = candidateOf(row, reach);
    const fullText = found.get(candidate.id)?.fullText ?? null;
    found.set(candidate.id, { ...candidate, fullText });
  }
  return [...found.values()].map((one) => ({ ...one, coverage: covered.get(one.id) ?? null }));
}

/** So many of the best by words are read to see how much of the question they cover. */
const READ = 3;

async function coverages(
  table: Table,
  { source }: Reach,
  { words }: Asked,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const ids = rows.slice(0, READ).map(({ id }) => String(id));
  if (source !== 'authored' || ids.length === 0) return new Map();
  const read = await rowsOf(table.query().where(isOneOf('id', ids)).select(['id', 'path', 'text']));
  return new Map(read.map(({ id, path, text }) => [String(id), coverageOf(words, `${path} ${text}`)]));
}

async function nearestInWords(
  table: Table,
  { source }: Reach,
  { words, depth, ...wanted }: Asked,
  where: Where | null,
): Promise<Row[]> {
  if (words.length === 0) return [];
  const { fullText } = fieldsOf(source, wanted.isEmbedded);
  // Never the bare string: quotes around it would make it a phrase query.
  const match = new MultiMatchQuery(
    words.join(' '),
    fullText.map(({ column }) => column),
    { boosts: fullText.map(({ boost }) => boost) },
  );
  const query = table
    .query()
    .fullTextSearch(match)
    .select([...columnsOf(source, wanted), '_score']);
  return rowsOf((where === null ? query : query.where(where)).limit(depth));
}

async function nearestInMeaning(
  table: Table,
  { source }: Reach,
  { vector: asked, depth, ...wanted }: Asked,
  where: Where | null,
): Promise<Row[]> {
  const vector = await asked;
  if (vector === null) return [];
  const query = table
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .select([...columnsOf(source, wanted), '_distance']);
  return rowsOf((where === null ? query : query.where(where)).limit(depth));
}

function columnsOf(source: Reach['source'], { withVectors }: Pick<Asked, 'withVectors'>): string[] {
  return ['id', ...KIN_COLUMNS[source], ...(withVectors ? ['vector'] : [])];
}

function candidateOf(row: Row, { table, source }: Reach): Candidate {
  return {
    id: String(row.id),
    table,
    kin: kinOf(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: vectorOf(row.vector),
    coverage: null,
    inFocus: false,
  };
}

function kinOf(row: Row, source: Reach['source']): Kin {
  if (source === 'authored') {
    const parentId = String(row.parent_id);
    return { source, parentId: parentId === '' ? null : parentId };
  }
  return {
    source,
    sessionId: String(row.session_id),
    sceneIndex: Number(row.scene_index),
    ordinal: Number(row.ordinal),
    episode: String(row.episode),
    ownerId: String(row.owner_id),
  };
}
