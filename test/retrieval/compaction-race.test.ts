import { connect, type Table } from '@lancedb/lancedb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

/** Optimises the table after its rows were ranked by words and before their places are looked up. */
async function optimiseBeforeLookUp(): Promise<{ readonly count: () => number }> {
  let count = 0;
  const database = await connect(`${folder.path}/other`);
  // LanceDB exports the class of its tables as a type only.
  const tables: Table = Object.getPrototypeOf(await database.createTable('other', [{ id: 'one' }]));
  const { takeRowIds } = tables;
  vi.spyOn(tables, 'takeRowIds').mockImplementation(function (this: Table, rowIds) {
    const query = takeRowIds.call(this, rowIds);
    const toArrow = query.toArrow.bind(query);
    query.toArrow = async (options) => {
      count += 1;
      await this.optimize();
      return toArrow(options);
    };
    return query;
  });
  return { count: () => count };
}

it('finds the newest entry by its words while the table is optimised', async () => {
  const index = await openLanceLoreIndex({
    uri: `${folder.path}/index`,
    embedder: wordEmbedder(),
    clock: readSystemClock,
  });
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const ask = (day: number) => index.search(question(`bell day ${day}`, { corpus: 'history', history }));
  for (let day = 0; day < 5; day += 1) {
    const scene = { sessionId: 's1', index: day };
    await index.addHistory([entry({ id: `h${day}`, scene, text: `The bell tolled on day ${day}.` })]);
    if (day === 0) await ask(day);
  }
  const optimised = await optimiseBeforeLookUp();

  const { hits } = await ask(4);

  expect(optimised.count()).toBeGreaterThan(0);
  expect(hits[0]?.chunk.id).toBe('h4');
  await index.close();
});
