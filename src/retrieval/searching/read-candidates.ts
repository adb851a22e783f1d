import { MultiMatchQuery, type Table } from '@lancedb/lancedb';
import type { Layout } from '../lance/columns.ts';
import { AUTHORED_LAYOUT, HISTORY_LAYOUT } from '../lance/columns.ts';
import { type Row, subjectsOf, vectorOf } from '../lance/row.ts';
import { allOf, isOneOf, type Where } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { Candidate, Kin } from '../ranking/candidate.ts';
import { coverageOf } from '../ranking/coverage.ts';
import { touches } from './focus.ts';
import { type Reach, visible } from './reach.ts';

export type Asked = {
  readonly words: readonly string[];
  /** Resolves to null when there is nothing to compare with. */
  readonly vector: Promise<Float32Array | null>;
  readonly focus: Focus | null;
  /** How many candidates each ranking brings. */
  readonly depth: number;
  /** Whether the vectors of the candidates themselves are wanted. */
  readonly withVectors: boolean;
};

const KIN_COLUMNS = {
  authored: ['parent_id'],
  history: ['session_id', 'scene_index', 'ordinal', 'episode', 'owner_id'],
} as const;
const SUBJECT_COLUMNS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'];

export const layoutOf = (source: Reach['source']): Layout =>
  source === 'authored' ? AUTHORED_LAYOUT : HISTORY_LAYOUT;

/** Both rankings of one table, side by side, under one filter. */
export async function readCandidates(
  table: Table,
  reach: Reach,
  asked: Asked,
  narrower: Where | null = null,
): Promise<Candidate[]> {
  const where = allOf(visible(reach), reach.asked, narrower);
  const inWords = nearestInWords(table, reach, asked, where);
  const [byWords, covered, byMeaning] = await Promise.all([
    inWords,
    inWords.then((rows) => coverages(table, reach, asked, rows)),
    nearestInMeaning(table, reach, asked, where),
  ]);
  const found = new Map<string, Candidate>();
  for (const row of byWords) found.set(String(row.id), candidateOf(row, reach, asked));
  for (const row of byMeaning) {
    const candidate = candidateOf(row, reach, asked);
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
  const read: Row[] = await table.query().where(isOneOf('id', ids)).select(['id', 'path', 'text']).toArray();
  return new Map(read.map(({ id, path, text }) => [String(id), coverageOf(words, `${path} ${text}`)]));
}

async function nearestInWords(
  table: Table,
  { source }: Reach,
  { words, depth, ...wanted }: Asked,
  where: Where | null,
): Promise<Row[]> {
  if (words.length === 0) return [];
  const { fullText } = layoutOf(source);
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
  return (where === null ? query : query.where(where)).limit(depth).toArray();
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
  return (where === null ? query : query.where(where)).limit(depth).toArray();
}

function columnsOf(
  source: Reach['source'],
  { focus, withVectors }: Pick<Asked, 'focus' | 'withVectors'>,
): string[] {
  const more = [...(focus === null ? [] : SUBJECT_COLUMNS), ...(withVectors ? ['vector'] : [])];
  return ['id', ...KIN_COLUMNS[source], ...more];
}

function candidateOf(row: Row, { table, source }: Reach, { focus }: Asked): Candidate {
  return {
    id: String(row.id),
    table,
    kin: kinOf(row, source),
    fullText: typeof row._score === 'number' ? row._score : null,
    cosine: typeof row._distance === 'number' ? 1 - row._distance : null,
    vector: vectorOf(row.vector),
    coverage: null,
    inFocus: focus !== null && touches(focus, subjectsOf(row)),
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
