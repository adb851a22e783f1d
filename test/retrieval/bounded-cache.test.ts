import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const MEGABYTE = 1_000_000;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** What is kept in memory after this much was written and asked for in turns. */
async function cachedAfter(turns: number, cacheMegabytes: number): Promise<number> {
  const uri = `${folder.path}/${cacheMegabytes}`;
  const index = await openLanceLoreIndex({
    uri,
    embedder: wordEmbedder(),
    clock: readSystemClock,
    cacheMegabytes,
  });
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: turns }] };
  for (let at = 0; at < turns; at += 1) {
    const scene = { sessionId: 's1', index: at };
    await index.addHistory([entry({ id: `h${at}`, scene, text: `The bell tolled on day ${at}.` })]);
    const { hits } = await index.search(question(`bell day ${at}`, { corpus: 'history', history }));
    expect(hits[0]?.chunk.id).toBe(`h${at}`);
  }
  await index.settled();
  const bytes = index.cachedBytes();
  await index.close();
  return bytes;
}

it('keeps no more in memory of what it reads than it may, however much is played', async () => {
  const [free, bound] = [await cachedAfter(60, 100), await cachedAfter(60, 1)];

  expect(free).toBeGreaterThan(3 * MEGABYTE);
  expect(bound).toBeLessThan(1.5 * MEGABYTE);
});
