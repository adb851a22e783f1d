import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Index, type Table } from '@lancedb/lancedb';
import { isRejection } from '#engine/util/rejection.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { type LoreQuery, NO_FOCUS } from '#retrieval/lore-query.ts';
import { keyedRandom } from './retrieval/keyed-numbers.ts';
import { startUps } from './retrieval/start-up.ts';
import { peakMemory, sideBySide, type Times, timed } from './retrieval/stopwatch.ts';
import { sentence, syntheticChunks, syntheticEmbedder, syntheticHistory } from './retrieval/synthetic.ts';

const SIZES = [2_400, 50_000];
const QUESTIONS = 200;
const WRITES = 1_000;
const PAGE = 512;
const INDEXED_FROM = 10_000;
const REAL_CHUNKS = 200;
const ALL_SCENES = 1_000_000;
const LINEAGE = ['s0', 's1'].map((sessionId) => ({ sessionId, upTo: ALL_SCENES }));

const clock = () => new Date();

const PARTS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  writes: manySmallWrites,
  indexing: realIndexing,
  start: startingUp,
  latency: async (folder) => {
    const named = process.argv.slice(2).map(Number).filter(Number.isInteger);
    for (const size of named.length > 0 ? named : SIZES) await latencies(join(folder, String(size)), size);
  },
};

/** `npm run bench -- retrieval-speed [part] [chunks]`: latency as ratios to a bare vector query, indexing, compaction, start-up. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-speed-'));
  const named = process.argv.slice(2).filter((word) => Object.hasOwn(PARTS, word));
  try {
    for (const [name, measure] of Object.entries(PARTS))
      if (named.length === 0 || named.includes(name)) await measure(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startingUp(folder: string): Promise<void> {
  mkdirSync(folder);
  const { without, unchanged } = await startUps(folder);
  console.log('\nstart-up until the server listens, median of 5');
  line('one pack without lore', `${without.toFixed(0)} ms`);
  line('all packs unchanged', `${unchanged.toFixed(0)} ms  ${(unchanged / without).toFixed(2)}x`);
}

async function latencies(folder: string, size: number): Promise<void> {
  const index = await openLanceLoreIndex({ uri: folder, embedder: syntheticEmbedder(), clock });
  console.log(`\n${size} chunks of a pack and as many pieces of history, synthetic vectors`);
  const packs = await peakMemory(async () => {
    await index.putPack('pack', syntheticChunks('pack', size));
    await index.settled();
  });
  indexing('a pack, vectors included', size, packs);
  indexing('history in pages', size, await peakMemory(() => addInPages(index, size)));

  const pack = await bareQueries(folder, 'pack.');
  const history = await bareQueries(folder, 'history.');
  const both = questions().map((_, n) => () => Promise.all([pack[n]?.(), history[n]?.()]));
  const focus = (n: number) => ({ ...NO_FOCUS, locationIds: [`l${n % 200}`], entityIds: [`p${n % 400}`] });
  const filter = (n: number) => ({
    viewer: { kind: 'persona', characterId: `p${n % 400}` } as const,
    focus: focus(n),
  });
  const past = { history: { campaignId: 'c', lineage: LINEAGE } };
  const compare = async (what: string, bare: readonly (() => Promise<unknown>)[], more: Asked) => {
    const [reference, ours] = await sideBySide([bare, searches(index, more)]);
    if (reference !== undefined && ours !== undefined) report(what, ours, reference);
  };
  await compare('authored', pack, () => ({}));
  await compare('authored, viewer and focus', pack, filter);
  await compare('history, lineage', history, () => ({ ...past, corpus: 'history' }));
  await compare('history, lineage, viewer and focus', history, (n) => ({
    ...past,
    corpus: 'history',
    ...filter(n),
  }));
  await compare('both, lineage, viewer and focus', both, (n) => ({ ...past, corpus: 'all', ...filter(n) }));
  await index.close();
}

type Asked = (n: number) => Partial<LoreQuery>;

async function addInPages(index: LoreIndex, size: number): Promise<void> {
  const entries = syntheticHistory('c', size);
  for (let start = 0; start < size; start += PAGE) await index.addHistory(entries.slice(start, start + PAGE));
  await index.settled();
}

/** Questions no two of which are alike, so that no cache answers. */
function questions(): string[] {
  const random = keyedRandom('questions');
  return Array.from({ length: QUESTIONS }, () => sentence(random, 12));
}

function searches(index: LoreIndex, more: Asked): (() => Promise<unknown>)[] {
  return questions().map((text, n) => () => {
    const usual = { corpus: 'authored', packIds: ['pack'], history: null, viewer: { kind: 'gm' } } as const;
    return index.search({ text, ...usual, focus: NO_FOCUS, limit: 10, maxTokens: 3_000, ...more(n) });
  });
}

/** The same questions to LanceDB itself: the nearest vectors of the same table, and nothing else. */
async function bareQueries(folder: string, prefix: string): Promise<(() => Promise<unknown>)[]> {
  const connection = await connect(folder);
  const names = (await connection.tableNames()).filter((name) => name.startsWith(prefix));
  const table = await connection.openTable(names.toSorted().at(-1) ?? '');
  await withVectorIndex(table);
  const vectors = await syntheticEmbedder().embed(questions(), 'query');
  return vectors.map((vector) => () => {
    const query = table.query().nearestTo(vector).distanceType('cosine').select(['id', '_distance']);
    return query.limit(100).toArray();
  });
}

/** LanceDB at its best: large histories have no vector index of their own, so the reference gets one. */
async function withVectorIndex(table: Table): Promise<void> {
  const indices = await table.listIndices();
  const isIndexed = indices.some(({ columns }) => columns.includes('vector'));
  if (isIndexed || (await table.countRows()) < INDEXED_FROM) return;
  const config = Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 });
  await table.createIndex('vector', { config });
}

async function manySmallWrites(folder: string): Promise<void> {
  const entries = syntheticHistory('c', WRITES);
  const history = { campaignId: 'c', lineage: LINEAGE };
  const reads = (index: LoreIndex) => searches(index, () => ({ corpus: 'history', history }));
  const open = (name: string) =>
    openLanceLoreIndex({ uri: join(folder, name), embedder: syntheticEmbedder(), clock });
  const atOnce = await open('at-once');
  await atOnce.addHistory(entries);
  const single = await open('single');
  const started = performance.now();
  for (const entry of entries) await single.addHistory([entry]);
  const each = (performance.now() - started) / WRITES;
  console.log(`\n${WRITES} pieces of history written one by one`);
  line('a write', `${each.toFixed(1)} ms`);
  const [reference, scattered] = await sideBySide([reads(atOnce), reads(single)]);
  if (reference !== undefined && scattered !== undefined)
    report('reads, beside those after one write of all', scattered, reference);
  await atOnce.close();
  await single.close();
}

async function realIndexing(folder: string): Promise<void> {
  const embedder = createOfflineEmbedder(join(tmpdir(), 'scenewright-bench'));
  if (isRejection(embedder)) return console.log(embedder.reason);
  await embedder.embed(['warm'], 'query');
  const index = await openLanceLoreIndex({ uri: folder, embedder, clock });
  console.log(`\n${REAL_CHUNKS} chunks of 70 words with the offline embedder`);
  const work = async () => {
    await index.putPack('pack', syntheticChunks('pack', REAL_CHUNKS));
    await index.settled();
  };
  indexing('a pack, vectors included', REAL_CHUNKS, await peakMemory(work));
  const vectors = questions().map((text) => () => embedder.embed([text], 'query'));
  const { p50, p99 } = await timed(vectors);
  line('the vector of a question', `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`);
  await index.close();
}

function indexing(
  what: string,
  size: number,
  { seconds, megabytes }: { readonly seconds: number; readonly megabytes: number },
): void {
  line(`indexing ${what}`, `${(size / seconds).toFixed(0)} chunks/s, +${megabytes.toFixed(0)} MB at most`);
}

function report(what: string, times: Times, reference: Times): void {
  const ratio = `${(times.p50 / reference.p50).toFixed(2)}x / ${(times.p99 / reference.p99).toFixed(2)}x`;
  line(what, `${times.p50.toFixed(1)} / ${times.p99.toFixed(1)} ms`.padEnd(20) + ratio);
}

function line(what: string, figures: string): void {
  console.log(`  ${what.padEnd(44)}${figures}`);
}
