import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery } from '#retrieval/lore-query.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, QUAY, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
beforeAll(async () => {
  folder = temporaryFolder();
  index = await openLanceLoreIndex({ uri: folder.path, embedder: wordEmbedder(), clock: readSystemClock });
  await index.putPack('quay', QUAY);
  await index.addHistory([
    entry({ id: 'h1', text: 'Ada paid the toll.' }),
    entry({ id: 'h2', text: 'Ben heard the bell.', visibleTo: ['pc_ben_001'] }),
  ]);
  await index.settled();
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

const HISTORY = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 5 }] };
const SECRETS = new Set(['quay:bell', 'h2']);

const ask = async (more: Partial<LoreQuery> & { readonly text: string }) => {
  const { text, ...rest } = more;
  const { hits } = await index.search(question(text, { corpus: 'all', history: HISTORY, ...rest }));
  return hits.map((hit) => hit.chunk.id);
};

it.each([
  ['nothing', ''],
  ['spaces', '   \n\t'],
  ['only punctuation', '?!… -- ;;'],
  ['an open quote', '"weigh-house'],
  ['a phrase', '"weigh-house"'],
  ['a fragment of SQL', "' or 1=1 --"],
  ['operators of full text', 'the AND OR NOT ( +bell -house ^2 ~3 title:bell *'],
  ['another script', '倉庫の鐘は どこ'],
  ['right to left', 'أين الجرس'],
  ['emoji', '🔔🔔🔔'],
  ['combining marks', 'w\u0308e\u0301igh'],
  ['a lone surrogate', '\ud800 bell'],
  ['a NUL', 'weigh\0house'],
  ['a hundred kilobytes', 'weigh-house '.repeat(9_000)],
  ['one word of a hundred kilobytes', 'x'.repeat(100_000)],
])('answers %s without an error and without a secret', async (_case, text) => {
  expect((await ask({ text })).filter((id) => SECRETS.has(id))).toEqual([]);
});

it('finds what the words around the noise say', async () => {
  expect(await ask({ text: '"weigh-house" AND (title:^2' })).toContain('quay:weigh_house');
});

const INJECTIONS = [
  "x' or '1'='1",
  "x') or true --",
  "x'] ) or true or array_has_any(visible_to, ['",
  "'",
  "''",
  "\\' or true --",
  'x"; drop table lore; --',
  '*',
];

it.each(INJECTIONS)('treats %j as an id wherever an id is expected', async (id) => {
  const text = 'bell toll ring weigh-house';
  const focus = { entityIds: [id], locationIds: [id], factionIds: [id], threadIds: [id], tags: [id] };
  const asked = [
    ask({ text, viewer: { kind: 'persona', characterId: id } }),
    ask({ text, focus }),
    ask({ text: '', focus }),
    ask({ text, excludeIds: [id] }),
    ask({ text, packIds: [id] }),
    ask({ text, history: { campaignId: id, lineage: [{ sessionId: id, upTo: 5 }] } }),
    ask({ text, history: { campaignId: 'c1', lineage: [{ sessionId: id, upTo: 5 }] } }),
  ];
  const found = (await Promise.all(asked)).flat();

  expect(found.filter((one) => SECRETS.has(one))).toEqual([]);
  const [, , , , , , foreign] = await Promise.all(asked);
  expect(foreign).not.toContain('h1');
});

it.each(INJECTIONS)('keeps a pack and a chunk called %j apart from all others', async (id) => {
  await index.putPack(id, [chunk({ id: `${id}:a`, title: 'A gong', text: 'It booms.' })]);

  expect(await ask({ text: 'gong', corpus: 'authored', packIds: [id] })).toEqual([`${id}:a`]);
  expect(await ask({ text: 'gong', corpus: 'authored' })).not.toContain(`${id}:a`);
});

it('sees nothing of a lineage that makes no sense', async () => {
  for (const upTo of [Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1]) {
    const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo }] };
    expect(await ask({ text: 'toll', corpus: 'history', history })).toEqual([]);
  }
  expect(await ask({ text: 'toll', corpus: 'history', history: { campaignId: 'c1', lineage: [] } })).toEqual(
    [],
  );
});

it('never fails and never tells a secret, whatever is asked', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 80 }));
  await fc.assert(
    fc.asyncProperty(text, text, async (words, id) => {
      const viewer = { kind: 'persona', characterId: id } as const;
      const found = await ask({ text: words, viewer, focus: { ...question('').focus, tags: [id] } });
      return found.every((one) => !SECRETS.has(one));
    }),
    { numRuns: 40 },
  );
});
