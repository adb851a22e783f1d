import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { isRejection } from '#engine/util/rejection.ts';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '#retrieval/ranking/ranking-weights.ts';
import {
  type Collection,
  dataFolder,
  type Group,
  isConversation,
  readCollections,
} from './retrieval/collections.ts';
import { type Contestant, ourContestant, plainContestants } from './retrieval/contestants.ts';
import { deriveCollections } from './retrieval/derived-collections.ts';
import { withKeptVectors } from './retrieval/kept-vectors.ts';
import { mean, type Scores, scoresOf } from './retrieval/metrics.ts';
import { packsCollection } from './retrieval/packs.ts';

type Table = Map<string, Scores[]>;

const OURS = 'ours';

/** Ours without one signal at a time, by the kind of corpus that has the signal. */
const WITHOUT: Readonly<
  Record<string, { readonly in: 'lore' | 'history' | 'both'; weights: RankingWeights }>
> = {
  'ours without vectors': { in: 'both', weights: change({ vector: 0 }, { vector: 0 }) },
  'ours without full text': { in: 'both', weights: change({ vector: 1 }, { vector: 1 }) },
  'ours without word trust': { in: 'lore', weights: change({ doubtsWords: false }, {}) },
  'ours without contrast': { in: 'lore', weights: change({ comparesContrast: false }, {}) },
  'ours with fixed weights': {
    in: 'lore',
    weights: change({ doubtsWords: false, comparesContrast: false }, {}),
  },
  'ours without feedback': { in: 'lore', weights: change({ feedback: 0 }, {}) },
  'ours without parts': { in: 'lore', weights: change({ asksParts: false }, {}) },
  'ours without overviews': { in: 'lore', weights: change({ overview: 0 }, {}) },
  'ours without headings': { in: 'lore', weights: change({ heading: 0 }, {}) },
  'ours without neighbours': { in: 'history', weights: change({}, { neighbour: 0, near: 0, answer: 0 }) },
  'ours without answers': { in: 'history', weights: change({}, { answer: 0, question: 0 }) },
  'ours without lengths': { in: 'history', weights: change({}, { length: 0 }) },
  'ours without episodes': { in: 'history', weights: change({}, { episode: 0 }) },
  'ours without the focus': { in: 'history', weights: { ...RANKING_WEIGHTS, focus: 0 } },
};

function listVariants(group: Group, withAblation: boolean): [string, RankingWeights][] {
  const kind = isConversation(group) ? 'history' : 'lore';
  const without = Object.entries(WITHOUT).filter(([, { in: kinds }]) => kinds === 'both' || kinds === kind);
  return [
    [OURS, RANKING_WEIGHTS],
    ...(withAblation ? without.map(([name, { weights }]): [string, RankingWeights] => [name, weights]) : []),
  ];
}

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
  const whole = [...(given ?? []), await packsCollection()];
  const collections = [...whole, ...deriveCollections(whole)];
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
    const closing: (() => Promise<void>)[] = [];
    for (const [name, weights] of listVariants(group, withAblation)) {
      const ours = await ourContestant(join(folder, 'ours'), group, embedder, {
        weights,
        isFilled: name !== OURS,
      });
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

const FIGURES = ['recall5', 'recall10', 'reciprocalRank', 'ndcg10'] as const satisfies (keyof Scores)[];

/** Prints how far ours is ahead of the best other, figure by figure, with the 95 % interval of the paired differences. */
function compare(table: Table): void {
  const ours = table.get(OURS) ?? [];
  const others = [...table].filter(([name]) => !name.startsWith(OURS)).map(([, scores]) => scores);
  const compared = FIGURES.map((figure) => {
    const best = others.toSorted((a, b) => mean(b)[figure] - mean(a)[figure])[0] ?? [];
    const reference = mean(best)[figure];
    const differences = ours.map((scores, at) => scores[figure] - (best[at]?.[figure] ?? 0));
    const ahead = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    const variance = differences.reduce((sum, one) => sum + (one - ahead) ** 2, 0) / differences.length;
    const margin = 1.96 * Math.sqrt(variance / differences.length);
    return { ahead: ahead / reference, margin: margin / reference };
  });
  const cells = (of: (one: (typeof compared)[number]) => number, sign: string) =>
    compared.map((one) => `${sign}${percent(of(one))} %`.padStart(8)).join('  ');
  console.log(`  ${'ahead of the best other'.padEnd(26)}${cells(({ ahead }) => ahead, '')}`);
  console.log(`  ${'95 % interval'.padEnd(26)}${cells(({ margin }) => margin, '±')}`);
}

const percent = (value: number) => (value * 100).toFixed(1);
const three = (value: number) => value.toFixed(3);
