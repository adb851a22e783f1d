import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import type { LoreChunk, LoreIndex, LoreQuery } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
beforeEach(async () => {
  folder = temporaryFolder();
  index = await openLanceLoreIndex(folder.path);
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

const chunk = (id: string, title: string, text: string, isHidden = false): LoreChunk => {
  return { id, packId: id.split(':')[0] ?? '', title, text, tokens: 10, isHidden };
};

/** A harbour: a weigh-house everybody knows, a bell under the water nobody should, and another pack's bell. */
const QUAY = [
  chunk('quay:weigh_house', 'The Weigh-house', 'Whoever lands a catch pays the Guild before eating.'),
  chunk(
    'quay:ropewalk',
    'The Ropewalk',
    'A quarter of a mile of tarred floor; the weigh-house stands at its end.',
  ),
  chunk('quay:bell', 'The drowned bell', 'The chapel bell rings when a hull passes over it.', true),
];
const ABBEY = [chunk('abbey:bell', 'The abbey bell', 'It has not rung since the plague year.')];

const ask = async (text: string, more: Partial<LoreQuery> = {}) => {
  const hits = await index.search({
    text,
    packIds: ['quay'],
    includeHidden: false,
    limit: 10,
    maxTokens: 1_000,
    ...more,
  });
  return hits.map((hit) => hit.chunk.id);
};

it('finds a chunk by what it says and ranks one that is called so above one that mentions it', async () => {
  await index.put('quay', '1', QUAY);

  expect(await ask('where is the weigh-house?')).toEqual(['quay:weigh_house', 'quay:ropewalk']);
});

it('never shows hidden text unless it is asked for', async () => {
  await index.put('quay', '1', QUAY);

  expect(await ask('bell')).toEqual([]);
  expect(await ask('bell', { includeHidden: true })).toEqual(['quay:bell']);
});

it('keeps to the packs of the campaign', async () => {
  await index.put('quay', '1', QUAY);
  await index.put('abbey', '1', ABBEY);

  expect(await ask('bell', { includeHidden: true })).toEqual(['quay:bell']);
  expect(await ask('bell', { packIds: ['abbey'] })).toEqual(['abbey:bell']);
  expect(await ask('bell', { packIds: [] })).toEqual([]);
});

it('does nothing for a pack it already holds, and replaces one that changed', async () => {
  expect(await index.put('quay', '1', QUAY)).toBe('indexed');
  expect(await index.put('quay', '1', QUAY)).toBe('unchanged');
  expect(await index.put('quay', '2', QUAY.slice(1))).toBe('indexed');
  expect(await ask('weigh-house')).toEqual(['quay:ropewalk']);
});

it('keeps within the token budget', async () => {
  await index.put('quay', '1', QUAY);

  expect(await ask('weigh-house', { maxTokens: 15 })).toHaveLength(1);
});

it.each([
  '',
  '   ',
  '?!…',
  '"weigh-house',
  '"weigh-house"',
  "' or 1=1 --",
  'the AND OR NOT (',
  '倉庫',
  'x'.repeat(100_000),
])('answers %j without an error', async (text) => {
  await index.put('quay', '1', QUAY);

  expect((await ask(text)).every((id) => id.startsWith('quay:'))).toBe(true);
});

it('treats an id that looks like SQL as an id', async () => {
  await index.put("o'brien' or '1'='1", '1', [chunk("o'brien' or '1'='1:a", 'A bell', 'It rings.')]);
  await index.put('quay', '1', QUAY);

  expect(await ask('bell', { packIds: ["o'brien' or '1'='1"] })).toEqual(["o'brien' or '1'='1:a"]);
});

it('finds everything again after it was closed', async () => {
  await index.put('quay', '1', QUAY);
  await index.close();
  index = await openLanceLoreIndex(folder.path);

  expect(await index.put('quay', '1', QUAY)).toBe('unchanged');
  expect(await ask('weigh-house')).toHaveLength(2);
});
