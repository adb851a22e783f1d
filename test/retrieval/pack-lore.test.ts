import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery } from '#retrieval/lore-query.ts';
import { temporaryFolder } from '../support/stores.ts';
import { ABBEY, chunk, QUAY, question } from './harbour.ts';

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
const open = () => openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock });
beforeEach(async () => {
  folder = temporaryFolder();
  index = await open();
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

const ask = async (text: string, more: Partial<LoreQuery> = {}) => {
  const { hits } = await index.search(question(text, more));
  return hits.map((hit) => hit.chunk.id);
};

it('finds a chunk by what it says and ranks one that is called so above one that mentions it', async () => {
  await index.putPack('quay', QUAY);

  expect(await ask('where is the weigh-house?')).toEqual(['quay:weigh_house', 'quay:ropewalk']);
});

it('never shows hidden text to a persona, however it is asked for', async () => {
  await index.putPack('quay', QUAY);

  expect(await ask('bell')).toEqual([]);
  expect(await ask('the drowned chapel bell rings when a hull passes')).not.toContain('quay:bell');
  expect(await ask('bell', { viewer: { kind: 'gm' } })).toEqual(['quay:bell']);
});

it('keeps to the packs of the campaign', async () => {
  await index.putPack('quay', QUAY);
  await index.putPack('abbey', ABBEY);

  expect(await ask('bell', { viewer: { kind: 'gm' } })).toEqual(['quay:bell']);
  expect(await ask('bell', { packIds: ['abbey'] })).toEqual(['abbey:bell']);
  expect(await ask('bell', { packIds: ['abbey', 'quay'] })).toEqual(['abbey:bell']);
  expect(await ask('bell', { packIds: [] })).toEqual([]);
  expect(await ask('bell', { packIds: ['nowhere'] })).toEqual([]);
});

it('does nothing for a pack it already holds, and replaces one that changed', async () => {
  expect(await index.putPack('quay', QUAY)).toBe('indexed');
  expect(await index.putPack('quay', QUAY)).toBe('unchanged');
  expect(await index.putPack('quay', QUAY.slice(1))).toBe('indexed');
  expect(await ask('weigh-house')).toEqual(['quay:ropewalk']);
});

it('notices when only what a chunk is about has changed', async () => {
  await index.putPack('quay', QUAY);
  const moved = QUAY.map((one) => ({ ...one, locationIds: ['quay:harbour'] }));

  expect(await index.putPack('quay', moved)).toBe('indexed');
});

it('forgets a pack', async () => {
  await index.putPack('quay', QUAY);
  await index.removePack('quay');

  expect(await ask('weigh-house')).toEqual([]);
  expect(await index.packStats('quay')).toBeNull();
});

it('keeps within the token budget and passes over what does not fit', async () => {
  const [weighHouse, ropewalk] = QUAY;
  const long = chunk({ id: 'quay:long', title: 'The Weigh-house rolls', text: 'weigh-house', tokens: 900 });
  await index.putPack('quay', [long, ...[weighHouse, ropewalk].flatMap((one) => one ?? [])]);

  expect(await ask('weigh-house', { maxTokens: 15 })).toEqual(['quay:weigh_house']);
  expect(await ask('weigh-house', { maxTokens: 25 })).toEqual(['quay:weigh_house', 'quay:ropewalk']);
});

it('leaves out what the scene already holds', async () => {
  await index.putPack('quay', QUAY);

  expect(await ask('weigh-house', { excludeIds: ['quay:weigh_house'] })).toEqual(['quay:ropewalk']);
});

it('tells how much of a pack it holds', async () => {
  await index.putPack('quay', QUAY);

  expect(await index.packStats('quay')).toMatchObject({
    packId: 'quay',
    chunks: 3,
    totalTokens: 30,
    vectors: 0,
    model: null,
  });
});

it('finds everything again after it was closed', async () => {
  await index.putPack('quay', QUAY);
  await index.close();
  index = await open();

  expect(await index.putPack('quay', QUAY)).toBe('unchanged');
  expect(await ask('weigh-house')).toHaveLength(2);
});

it('serves the old chunks until the new ones are complete', async () => {
  await index.putPack('quay', QUAY);
  const changing = index.putPack('quay', [
    ...QUAY,
    ...Array.from({ length: 300 }, (_, n) =>
      chunk({ id: `quay:${n}`, title: `Berth ${n}`, text: 'weigh-house' }),
    ),
  ]);
  const meanwhile = await ask('weigh-house', { limit: 500, maxTokens: 100_000 });
  await changing;

  expect([2, 302]).toContain(meanwhile.length);
  expect(await ask('weigh-house', { limit: 500, maxTokens: 100_000 })).not.toHaveLength(2);
});

it('puts an overview beside the section that answers, even when its own words do not', async () => {
  const overview = chunk({ id: 'quay:rogues', title: 'Rogues', text: 'They live by night.' });
  const section = chunk({
    id: 'quay:rogues:sneaking',
    parentId: 'quay:rogues',
    title: 'Rogues > Sneaking',
    text: 'A blow from behind.',
  });
  const others = Array.from({ length: 20 }, (_, n) =>
    chunk({ id: `quay:other_${n}`, title: `Matter ${n}`, text: 'Sneaking is frowned upon.' }),
  );
  await index.putPack('quay', [overview, section, ...others]);

  expect((await ask('sneaking', { limit: 3 })).slice(0, 2)).toEqual(['quay:rogues:sneaking', 'quay:rogues']);
});

it('never lifts an overview because of a hidden section', async () => {
  const overview = chunk({ id: 'quay:inn', title: 'The inn', text: 'Warm beds.' });
  const secret = chunk({
    id: 'quay:inn:cellar',
    parentId: 'quay:inn',
    title: 'The inn > The cellar',
    text: 'Smugglers.',
    isHidden: true,
  });
  await index.putPack('quay', [overview, secret]);

  expect(await ask('smugglers in the cellar')).toEqual([]);
  expect(await ask('smugglers', { viewer: { kind: 'gm' } })).toEqual(['quay:inn:cellar', 'quay:inn']);
});
