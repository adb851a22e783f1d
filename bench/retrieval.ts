import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { isRejection } from '#engine/util/rejection.ts';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '#retrieval/ranking/weights.ts';
import { type Collection, dataFolder, readCollections } from './retrieval/collections.ts';
import { type Contestant, ourContestant, plainContestants } from './retrieval/contestants.ts';
import { withKeptVectors } from './retrieval/kept-vectors.ts';
import { mean, type Scores, scoresOf } from './retrieval/metrics.ts';
import { packsCollection } from './retrieval/packs.ts';

type Table = Map<string, Scores[]>;

const OURS = 'ours';

/** Ours without one signal at a time. */
const WITHOUT: Readonly<Record<string, RankingWeights>> = {
  'ours without vectors': change({ vector: 0 }, { vector: 0 }),
  'ours without full text': change({ vector: 1 }, { vector: 1 }),
  'ours without overviews': change({ overview: 0 }, {}),
  'ours without the echo': change({ echo: 0 }, {}),
  'ours without doubting words': change({ doubtsWords: false }, {}),
  'ours without neighbours': change({}, { neighbour: 0 }),
  'ours without episodes': change({}, { episode: 0 }),
  'ours without the focus': { ...RANKING_WEIGHTS, focus: 0 },
  'ours without any kin': change({ overview: 0 }, { neighbour: 0, episode: 0 }),
};

function change(
  authored: Partial<RankingWeights['authored']>,
  history: Partial<RankingWeights['history']>,
): RankingWeights {
  return {
    ...RANKING_WEIGHTS,
    authored: { ...RANKING_WEIGHTS.authored, ...authored },
    history: { ...RANKING_WEIGHTS.history, ...history },
  };
}

/** `npm run bench -- retrieval [ablation] [collection]`: quality on every collection, beside the usual ways, in one run. */
export async function run(): Promise<void> {
  const given = readCollections();
  if (given === null)
    console.log(
      `Only the shipped packs: ${dataFolder()} does not exist. SCENEWRIGHT_BENCH_DATA names another folder.`,
    );
  const collections = [...(given ?? []), await packsCollection()];
  const only = process.argv.slice(3).filter((word) => word !== 'ablation');
  const bare = createOfflineEmbedder(join(tmpdir(), 'scenewright-bench'));
  if (isRejection(bare)) {
    console.log(bare.reason);
    return;
  }
  const embedder = withKeptVectors(bare);
  const withAblation = process.argv.includes('ablation');
  const named = collections.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const collection of named) print(collection, await measure(collection, embedder, withAblation));
  await embedder.close();
}

async function measure({ groups }: Collection, embedder: Embedder, withAblation: boolean): Promise<Table> {
  const table: Table = new Map();
  for (const group of groups) {
    const folder = mkdtempSync(join(tmpdir(), 'scenewright-bench-'));
    const connection = await connect(join(folder, 'plain'));
    const contestants: Record<string, Contestant> = await plainContestants(connection, group, embedder);
    const variants = { [OURS]: RANKING_WEIGHTS, ...(withAblation ? WITHOUT : {}) };
    const closing: (() => Promise<void>)[] = [];
    for (const [name, weights] of Object.entries(variants)) {
      const ours = await ourContestant(join(folder, 'ours'), group, embedder, weights);
      contestants[name] = ours.contestant;
      closing.push(ours.close);
    }
    for (const [name, contestant] of Object.entries(contestants)) {
      const scores = table.get(name) ?? [];
      table.set(name, scores);
      for (const query of group.queries) scores.push(scoresOf(await contestant(query.text), query));
    }
    for (const close of closing) await close();
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return table;
}

function print({ name, groups }: Collection, table: Table): void {
  const docs = groups.reduce((sum, group) => sum + group.docs.length, 0);
  const count = table.get(OURS)?.length ?? 0;
  console.log(`\n${name}: ${docs} documents in ${groups.length} groups, ${count} questions`);
  console.log(`  ${''.padEnd(26)}recall@5  recall@10    MRR   nDCG@10`);
  for (const [contestant, scores] of table) {
    const { recall5, recall10, reciprocalRank, ndcg10 } = mean(scores);
    const cells = [percent(recall5), percent(recall10), three(reciprocalRank), three(ndcg10)];
    console.log(`  ${contestant.padEnd(26)}${cells.map((cell) => cell.padStart(8)).join('  ')}`);
  }
  compare(table);
}

/** How far ours is ahead of the best of the others, figure by figure. */
function compare(table: Table): void {
  const ours = mean(table.get(OURS) ?? []);
  const others = [...table].filter(([name]) => !name.startsWith(OURS)).map(([, scores]) => mean(scores));
  const ahead = (of: (scores: Scores) => number) => {
    const best = Math.max(...others.map(of));
    return `${((of(ours) / best - 1) * 100).toFixed(1)} %`.padStart(8);
  };
  const cells = [
    ahead(({ recall5 }) => recall5),
    ahead(({ recall10 }) => recall10),
    ahead(({ reciprocalRank }) => reciprocalRank),
    ahead(({ ndcg10 }) => ndcg10),
  ];
  console.log(`  ${'ahead of the best other'.padEnd(26)}${cells.join('  ')}`);
}

const percent = (value: number) => (value * 100).toFixed(1);
const three = (value: number) => value.toFixed(3);
