import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { QUAY, question } from './harbour.ts';
import { BERTHS, inLetters, STROKES } from './large-harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const CHILD = fileURLToPath(new URL('./crashing-indexer.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
const open = (embedder: Embedder | null = null) =>
  openLanceLoreIndex({ uri: folder.path, embedder, clock: readSystemClock });
beforeEach(async () => {
  folder = temporaryFolder();
  index = await open();
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

const ask = async (text: string) => (await index.search(question(text))).hits.map(({ chunk }) => chunk.id);

/** Lets a process index something large and kills it so many milliseconds into it. */
async function dieWhileIndexing(what: 'pack' | 'vectors' | 'history', milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, folder.path, what], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await once(child, 'exit');
}

it.each([20, 150, 400])(
  'serves the old lore after a crash %i ms into indexing, and takes the new at the next start',
  async (milliseconds) => {
    await index.putPack('quay', QUAY);
    await index.close();
    await dieWhileIndexing('pack', milliseconds);
    index = await open();
    const served = await ask('weigh-house');
    const isNew = (await ask('herring')).length > 0;

    expect(isNew ? [] : ['quay:weigh_house', 'quay:ropewalk']).toEqual(served);
    expect(await index.putPack('quay', QUAY.slice(0, 1))).toBe('indexed');
    expect(await ask('weigh-house herring')).toEqual(['quay:weigh_house']);
  },
);

it('makes the vectors a crash kept from being made, at the next start', async () => {
  await index.close();
  await dieWhileIndexing('vectors', 900);
  index = await open(wordEmbedder());
  await index.putPack('quay', BERTHS);
  await index.settled();

  expect(await index.packStats('quay')).toMatchObject({ chunks: BERTHS.length, vectors: BERTHS.length });
  const { mode, hits } = await index.search(question(`herring ${inLetters(77)}`));
  expect(mode).toEqual({ kind: 'hybrid' });
  expect(hits.map(({ chunk }) => chunk.id)).toContain('quay:berth_77');
});

it('takes in all history that waits after a crash, and doubles none of it', async () => {
  await index.close();
  await dieWhileIndexing('history', 600);
  index = await open(wordEmbedder());
  await index.addHistory(STROKES);
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const everything = { corpus: 'history', history, limit: 500, maxTokens: 99_999 } as const;
  const { hits } = await index.search(question('bell stroke', everything));

  expect(hits.map(({ chunk }) => chunk.id).sort()).toEqual(STROKES.map(({ id }) => id).sort());
});
