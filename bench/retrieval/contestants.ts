import { type Connection, Index, MatchQuery, makeArrowTable, rerankers, type Table } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Schema, Utf8 } from 'apache-arrow';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { findNamed } from '#retrieval/find-named.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import type { RankingWeights } from '#retrieval/ranking/ranking-weights.ts';
import { type Group, isConversation } from './collections.ts';
import { chunksOf, embeddedText, entriesOf, wholeText } from './entries.ts';
import type { PackLore } from './packs.ts';

/** Ranks the documents of a group for a question, best first. */
export type Contestant = (question: string) => Promise<readonly string[]>;

const DEPTH = 100;
const PAGE = 256;

/** The usual way: all text of a document in one column, and one vector. */
export async function plainContestants(
  connection: Connection,
  group: Group,
  embedder: Embedder,
): Promise<Record<string, Contestant>> {
  const table = await plainTable(connection, group, embedder);
  const vectorOf = async (question: string) => (await embedder.embed([question], 'query'))[0] ?? [];
  const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => String(id));
  const fused = (limit: number): Contestant => {
    return async (question) => {
      const reranker = await rerankers.RRFReranker.create();
      const query = table
        .query()
        .nearestTo(await vectorOf(question))
        .distanceType('cosine')
        .fullTextSearch(new MatchQuery(question, 'text'));
      return idsOf(await query.rerank(reranker).limit(limit).toArray());
    };
  };
  return {
    'plain BM25': async (question) => {
      const query = table.query().fullTextSearch(new MatchQuery(question, 'text'));
      return idsOf(await query.select(['id', '_score']).limit(DEPTH).toArray());
    },
    'vector only': async (question) => {
      const query = table
        .query()
        .nearestTo(await vectorOf(question))
        .distanceType('cosine');
      return idsOf(await query.select(['id', '_distance']).limit(DEPTH).toArray());
    },
    // It takes as many candidates as it is to return; both depths are shown, because neither is best everywhere.
    'LanceDB hybrid (10)': fused(10),
    'LanceDB hybrid (100)': fused(DEPTH),
  };
}

async function plainTable(connection: Connection, group: Group, embedder: Embedder): Promise<Table> {
  const vector = new FixedSizeList(embedder.dimension, new Field('item', new Float32(), true));
  const schema = new Schema([
    new Field('id', new Utf8(), false),
    new Field('text', new Utf8(), false),
    new Field('vector', vector, true),
  ]);
  const table = await connection.createEmptyTable(`plain ${group.id}`.replace(/[^\w]+/g, '_'), schema);
  const isTalk = isConversation(group);
  for (let start = 0; start < group.docs.length; start += PAGE) {
    const page = group.docs.slice(start, start + PAGE);
    const vectors = await embedder.embed(
      page.map((doc) => embeddedText(doc, isTalk)),
      'document',
    );
    const rows = page.map((doc, index) => ({ id: doc.id, text: wholeText(doc), vector: vectors[index] }));
    await table.add(makeArrowTable(rows, { schema }));
  }
  await table.optimize();
  await table.createIndex('text', { config: Index.fts() });
  return table;
}

export type Ours = { readonly contestant: Contestant; readonly close: () => Promise<void> };

/** This project's own index, asked as the engine asks it. */
export async function ourContestant(
  folder: string,
  group: Group,
  embedder: Embedder,
  {
    weights,
    isFilled = false,
    lore,
  }: { readonly weights?: RankingWeights; readonly isFilled?: boolean; readonly lore?: PackLore } = {},
): Promise<Ours> {
  const index = await openLanceLoreIndex({
    uri: folder,
    embedder: { ...embedder, close: async () => {} },
    clock: () => new Date(),
    ...(weights === undefined ? {} : { weights }),
  });
  const isTalk = isConversation(group);
  const entries = isTalk ? entriesOf(group) : [];
  if (isTalk && !isFilled) await index.addHistory(entries);
  if (!isTalk) await index.putPack(group.id, lore?.chunks ?? chunksOf(group));
  await index.settled();
  const sessions = [...new Set(entries.map(({ scene }) => scene.sessionId))];
  const speakers = [...new Set(entries.flatMap(({ entityIds }) => entityIds))];
  const known = lore?.known ?? speakers.map((id) => ({ id, name: id }));
  const lineage = sessions.map((sessionId) => ({ sessionId, upTo: 2_000_000_000 }));
  return {
    contestant: async (text) => {
      const named = findNamed(text, known);
      const { hits } = await index.search({
        text,
        corpus: isTalk ? 'history' : 'authored',
        packIds: [group.id],
        history: { campaignId: group.id, lineage },
        viewer: { kind: 'gm' },
        // Whom a question names joins the focus, as in play.
        focus: { ...NO_FOCUS, entityIds: named, locationIds: named, factionIds: named },
        limit: DEPTH,
        maxTokens: 1_000_000_000,
      });
      return hits.map(({ chunk }) => chunk.id);
    },
    close: index.close,
  };
}
