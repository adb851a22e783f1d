import { connect } from '@lancedb/lancedb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { type Embedder, EmbeddingError } from '#retrieval/embedding/embedder.ts';
import { rebuildHistory } from '#retrieval/history-indexer.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { IndexProgress, LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, QUAY, question } from './harbour.ts';
import { type WordEmbedder, wordEmbedder } from './word-embedder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
let embedder: WordEmbedder;
const open = (by: Embedder | null) =>
  openLanceLoreIndex({ uri: folder.path, embedder: by, clock: readSystemClock });
const reopen = async (by: Embedder | null) => {
  await index.close();
  index = await open(by);
};
beforeEach(async () => {
  folder = temporaryFolder();
  embedder = wordEmbedder();
  index = await open(embedder);
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

const asGm = { viewer: { kind: 'gm' } } as const;
const find = async (text: string, more = {}) => (await index.search(question(text, more))).hits;

it('finds by meaning what shares no word with the question', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  const [best] = await find('a chime under the boat', asGm);

  expect(best?.chunk.id).toBe('quay:bell');
  expect(best?.signals.fullText).toBeNull();
  expect(best?.signals.vector).toMatchObject({ rank: 1, share: 1 });
});

it('finds by words while vectors are still being made', async () => {
  embedder.failure = new EmbeddingError('not yet', { retryable: true });
  await index.putPack('quay', QUAY);
  const { hits, mode } = await index.search(question('weigh-house'));

  expect(hits.map(({ chunk }) => chunk.id)).toEqual(['quay:weigh_house', 'quay:ropewalk']);
  expect(mode).toEqual({ kind: 'full-text', because: 'not yet' });
});

it('tells how far it has come, to the end', async () => {
  const heard: IndexProgress[] = [];
  index.onProgress((progress) => heard.push(progress));
  await index.putPack('quay', QUAY);
  await index.settled();

  expect(heard.map(({ phase, done, of }) => `${phase} ${done}/${of}`)).toEqual([
    'full-text 3/3',
    'vectors 3/3',
    'ready 3/3',
  ]);
  expect(await index.packStats('quay')).toMatchObject({ vectors: 3, model: 'words' });
});

it('embeds only what changed', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  embedder.asked.length = 0;
  await index.putPack('quay', [
    ...QUAY,
    chunk({ id: 'quay:mole', title: 'The mole', text: 'A wall in the sea.' }),
  ]);
  await index.settled();

  expect(embedder.asked).toEqual(['The mole\nA wall in the sea.']);
  expect(await index.packStats('quay')).toMatchObject({ chunks: 4, vectors: 4 });
});

/** Long enough to be cut: two pieces of a text about other things, and one about the bell. */
const OTHER = 'Nets dry on the wall while gulls walk over the stones beside the lamp. '.repeat(12);
const LONG = chunk({
  id: 'quay:long',
  title: 'Harbour',
  text: `${OTHER}${'Its ring and chime, they ring and chime. '.repeat(15)}${OTHER}`,
});
const MIXED = chunk({
  id: 'quay:mixed',
  title: 'Harbour',
  text: `${'Nets dry on the wall while gulls walk, they ring over the stones beside the lamp. '.repeat(36)}`,
});

it('finds a long text by the one piece that answers', async () => {
  await index.putPack('quay', [LONG, MIXED]);
  await index.settled();
  const cosines = new Map(
    (await find('a bell', asGm)).map(({ chunk: { id }, signals }) => [id, signals.vector?.raw ?? 0]),
  );

  expect(embedder.asked.length).toBeGreaterThan(4);
  expect(cosines.get('quay:long')).toBeGreaterThan((cosines.get('quay:mixed') ?? 0) + 0.1);
});

it('keeps the vectors of pieces, and makes those a table of before does not have', async () => {
  await index.putPack('quay', [LONG]);
  await index.settled();
  embedder.asked.length = 0;
  const more = chunk({ id: 'quay:mole', title: 'The mole', text: 'A wall in the sea.' });
  await index.putPack('quay', [LONG, more]);
  await index.settled();
  expect(embedder.asked).toEqual(['The mole\nA wall in the sea.']);

  await index.close();
  const connection = await connect(folder.path);
  const [name = ''] = (await connection.tableNames())
    .filter((each) => each.startsWith('pack.'))
    .toSorted()
    .reverse();
  await (await connection.openTable(name)).update({ valuesSql: { pieces: 'null' } });
  connection.close();
  index = await open(embedder);
  embedder.asked.length = 0;
  await index.putPack('quay', [LONG]);
  await index.settled();
  expect(embedder.asked.length).toBeGreaterThan(2);
});

it('takes the vectors of a pack for a variant of it', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  embedder.asked.length = 0;
  await index.putPack('quay@2', QUAY);
  await index.settled();

  expect(embedder.asked).toEqual([]);
  expect(await index.packStats('quay@2')).toMatchObject({ vectors: 3 });
});

it('makes the missing vectors at the next start when it was stopped before the end', async () => {
  embedder.failure = new EmbeddingError('down', { retryable: true });
  await index.putPack('quay', QUAY);
  await reopen(wordEmbedder());

  expect(await index.putPack('quay', QUAY)).toBe('unchanged');
  await index.settled();
  expect(await index.packStats('quay')).toMatchObject({ vectors: 3 });
  expect((await find('a chime under the boat', asGm))[0]?.chunk.id).toBe('quay:bell');
});

it('ranks by words as before once vectors are in', async () => {
  await reopen(null);
  await index.putPack('quay', QUAY);
  const before = await find('weigh-house');
  await reopen(embedder);
  await index.putPack('quay', QUAY);
  await index.settled();
  const after = await find('weigh-house');

  const raw = (hits: typeof before) => hits.map(({ chunk, signals }) => [chunk.id, signals.fullText?.raw]);
  expect(raw(after).slice(0, 2)).toEqual(raw(before));
});

it('stops with the reason when the embedder cannot do its work at all', async () => {
  const heard: IndexProgress[] = [];
  index.onProgress((progress) => heard.push(progress));
  embedder.failure = new EmbeddingError('the key is wrong', { retryable: false });
  await index.putPack('quay', QUAY);
  await index.settled();

  expect(heard.at(-1)).toMatchObject({ phase: 'stopped', because: 'the key is wrong' });
});

it('refuses to mix the vectors of two models, says what to do, and goes on by words', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  const other = wordEmbedder('other', 32);
  await reopen(other);
  const heard: IndexProgress[] = [];
  index.onProgress((progress) => heard.push(progress));
  await index.putPack('quay', QUAY);
  await index.settled();

  expect(heard.at(-1)).toMatchObject({
    phase: 'stopped',
    because: expect.stringContaining('npm run reindex'),
  });
  const { hits, mode } = await index.search(question('weigh-house'));
  expect(hits).toHaveLength(2);
  expect(mode).toMatchObject({ kind: 'full-text', because: expect.stringContaining('words (64 numbers)') });
  expect(other.asked).toEqual([]);
});

it('takes the other model once the pack is reindexed', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  await reopen(wordEmbedder('other', 32));
  await index.reindexPack('quay', QUAY);
  await index.settled();

  expect(await index.packStats('quay')).toMatchObject({ vectors: 3, model: 'other' });
  expect((await index.search(question('a chime', asGm))).mode).toEqual({ kind: 'hybrid' });
});

it('keeps the vectors of a model that is configured again', async () => {
  await index.putPack('quay', QUAY);
  await index.settled();
  await reopen(wordEmbedder('other', 32));
  await index.putPack('quay', QUAY.slice(1));
  const again = wordEmbedder();
  await reopen(again);
  await index.putPack('quay', QUAY.slice(1));
  await index.settled();

  expect(await index.packStats('quay')).toMatchObject({ chunks: 2, vectors: 2, model: 'words' });
  expect(again.asked).toEqual([]);
});

it('indexes history at once when the embedder is down, and its vectors later', async () => {
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const ask = (text: string) => find(text, { corpus: 'history', history });
  embedder.failure = new EmbeddingError('down', { retryable: true });
  await index.addHistory([
    entry({ id: 'h1', text: 'Ada heard the bell.' }),
    entry({ id: 'h2', text: 'It rained.' }),
  ]);
  expect((await ask('bell')).map(({ chunk }) => chunk.id)).toEqual(['h1']);

  embedder.failure = null;
  await index.settled();
  expect((await ask('a chime')).map(({ chunk }) => chunk.id)[0]).toBe('h1');
});

it('moves history to another model when it is made anew', async () => {
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const entries = [entry({ id: 'h1', text: 'Ada heard the bell.' }), entry({ id: 'h2', text: 'It rained.' })];
  await index.addHistory(entries);
  await reopen(wordEmbedder('other', 32));
  const ask = () => index.search(question('a chime', { corpus: 'history', history }));
  expect((await ask()).mode.kind).toBe('full-text');

  await rebuildHistory(index, 'c1', entries);
  await index.settled();
  expect((await ask()).mode).toEqual({ kind: 'hybrid' });
  expect((await ask()).hits[0]?.chunk.id).toBe('h1');
});

it('asks for few texts at once, of long chunks as of short ones', async () => {
  const counts: number[] = [];
  const many = Array.from({ length: 40 }, (_, n) =>
    chunk({ ...(n % 2 === 0 ? LONG : { title: 'Mole', text: `A wall ${n}.` }), id: `quay:${n}` }),
  );
  const counting: Embedder = {
    ...embedder,
    embed: async (texts, purpose) => {
      counts.push(texts.length);
      return wordEmbedder().embed(texts, purpose);
    },
  };
  await reopen(counting);
  await index.putPack('quay', many);
  await index.settled();

  expect(await index.packStats('quay')).toMatchObject({ vectors: 40 });
  expect(Math.max(...counts)).toBeLessThanOrEqual(33);
  expect(counts.length).toBeGreaterThan(2);
});

it('keeps the vectors made before a failure, and makes only the others later', async () => {
  const made = new Map<string, number>();
  let calls = 0;
  const failing: Embedder = {
    ...embedder,
    embed: async (texts, purpose) => {
      calls += 1;
      if (calls === 3) throw new EmbeddingError('too slow', { retryable: true });
      for (const text of texts) made.set(text, (made.get(text) ?? 0) + 1);
      return wordEmbedder().embed(texts, purpose);
    },
  };
  await reopen(failing);
  const many = Array.from({ length: 100 }, (_, n) =>
    chunk({ id: `quay:${n}`, title: 'Mole', text: `Wall number ${n}.` }),
  );
  await index.putPack('quay', many);
  await index.settled();

  expect(await index.packStats('quay')).toMatchObject({ vectors: 100 });
  expect([...made.values()]).toEqual(many.map(() => 1));
});
