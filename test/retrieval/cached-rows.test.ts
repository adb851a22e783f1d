import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery } from '#retrieval/lore-query.ts';
import { RANKING_WEIGHTS } from '#retrieval/ranking/ranking-weights.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const WORDS = ['bell', 'toll', 'ship', 'rope', 'quay', 'guild', 'herring', 'lamp', 'chapel', 'tar'];
/** Ids people would use, and ids nobody should. */
const IDS = ['ada', 'ben', '*', "o'hara", 'a\0b', 'ab', 'Ädä', '\ud800x', '', "x' or '1'='1"];
const at = <One>(list: readonly One[], n: number): One => list[n % list.length] as One;

const CHUNKS = Array.from({ length: 60 }, (_, n) =>
  chunk({
    id: `quay:${n}`,
    parentId: n % 4 === 0 ? null : `quay:${n - (n % 4)}`,
    title: `The ${at(WORDS, n * 7)}`,
    text: `${at(WORDS, n)} ${at(WORDS, n * 3 + 1)} berth${n}`,
    isHidden: n % 5 === 0,
    entityIds: [at(IDS, n)],
    tags: n % 3 === 0 ? [at(WORDS, n)] : [],
  }),
);
const ENTRIES = Array.from({ length: 60 }, (_, n) =>
  entry({
    id: `h${n}`,
    scene: { sessionId: at(['s1', 's2', "s'3"], n), index: n },
    episode: `e${n % 6}`,
    kind: n % 4 === 0 ? 'observation' : 'summary',
    ownerId: n % 4 === 0 ? at(IDS, n + 1) || 'ada' : null,
    visibleTo: n % 2 === 0 ? 'everyone' : [at(IDS, n)],
    text: `${at(WORDS, n)} and ${at(WORDS, n * 3)} on day${n}`,
    locationIds: [at(IDS, n * 3)],
  }),
);

/** Without what hangs on the best few: among many that are equally good, who they are is chance. */
const weights = {
  ...RANKING_WEIGHTS,
  authored: { ...RANKING_WEIGHTS.authored, feedback: 0, doubtsWords: false },
};

const folder = temporaryFolder();
const open = (heldRows: number) =>
  openLanceLoreIndex({
    uri: folder.path,
    embedder: wordEmbedder(),
    clock: readSystemClock,
    weights,
    heldRows,
  });
let holding: LoreIndex;
let reading: LoreIndex;
beforeAll(async () => {
  holding = await open(1_000);
  await holding.putPack('quay', CHUNKS);
  // The first are read, the others are put beside them as they are written.
  await holding.addHistory(ENTRIES.slice(0, 40));
  await holding.search(question('bell', everything({ corpus: 'all' })));
  for (const one of ENTRIES.slice(40)) await holding.addHistory([one]);
  await holding.settled();
  reading = await open(0);
});
afterAll(async () => {
  await reading.close();
  await holding.close();
  folder.remove();
});

function everything(more: Partial<LoreQuery>): Partial<LoreQuery> {
  const lineage = ['s1', 's2', "s'3"].map((sessionId) => ({ sessionId, upTo: 99 }));
  return { history: { campaignId: 'c1', lineage }, limit: 200, maxTokens: 99_999, ...more };
}

const found = async (index: LoreIndex, query: LoreQuery) => {
  const { hits } = await index.search(query);
  const scores = hits.map(({ chunk: { id }, score }) => [id, Math.round(score * 1_000) / 1_000] as const);
  // What hardly anything speaks for may be there or not: sums of small numbers differ in their last digit.
  const telling = scores.filter(([, score]) => score > 0);
  return Object.fromEntries(telling.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

const id = fc.constantFrom(...IDS);
const ids = fc.array(id, { maxLength: 2 });
const query = fc
  .record({
    words: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }),
    corpus: fc.constantFrom('authored' as const, 'history' as const, 'all' as const),
    viewer: fc.oneof(
      fc.constant({ kind: 'gm' as const }),
      id.map((characterId) => ({ kind: 'persona' as const, characterId })),
    ),
    focus: fc.record({ entityIds: ids, locationIds: ids, factionIds: ids, threadIds: ids, tags: ids }),
    excludeIds: fc.array(fc.constantFrom('quay:1', 'h1', 'h2', "h'", 'a\0b'), { maxLength: 3 }),
    lineage: fc.array(
      fc.record({
        sessionId: fc.constantFrom('s1', 's2', "s'3", '', "s1' or true --"),
        upTo: fc.oneof(fc.integer({ min: -1, max: 70 }), fc.constant(Number.NaN)),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ words, lineage, ...rest }) => ({
    ...question(words.join(' '), everything({})),
    ...rest,
    history: { campaignId: 'c1', lineage },
  }));

/** LanceDB weighs the words of the last few rows, which its index does not have yet, by the rows its filter lets through. */
const NEAR = 0.03;

it('finds the same in memory as in the tables themselves, whoever asks for what', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const [held, read] = [await found(holding, asked), await found(reading, asked)];
      expect(Object.keys(held)).toEqual(Object.keys(read));
      for (const [key, score] of Object.entries(read))
        expect(Math.abs((held[key] ?? 0) - score), key).toBeLessThan(NEAR);
    }),
    { numRuns: 60 },
  );
});

it('holds what another server writes', async () => {
  const other = await open(0);
  await other.addHistory([entry({ id: 'foreign', text: 'A lighthouse was lit.' })]);
  await other.close();
  const asked = question('lighthouse', everything({ corpus: 'history' }));

  await expect
    .poll(async () => Object.keys(await found(holding, asked)), { timeout: 10_000 })
    .toContain('foreign');
});

it('does not go on with a row that another server has just hidden, though it writes itself', async () => {
  const history = { campaignId: 'c8', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const asked = question('whale', {
    ...everything({ corpus: 'history', history }),
    viewer: { kind: 'persona', characterId: 'ada' },
  });
  const seen = entry({ id: 'seen', campaignId: 'c8', text: 'A whale in the harbour.' });
  await holding.addHistory([seen]);
  expect(Object.keys(await found(holding, asked))).toEqual(['seen']);

  const other = await open(0);
  await other.addHistory([{ ...seen, visibleTo: ['ben'] }]);
  await other.close();
  await holding.addHistory([entry({ id: 'next', campaignId: 'c8', text: 'The whale is gone.' })]);

  expect(Object.keys(await found(holding, asked))).toEqual(['next']);
});

it('forgets what was removed, though the next table has the same name', async () => {
  const asked = question(
    'gong',
    everything({ corpus: 'history', history: { campaignId: 'c9', lineage: [{ sessionId: 's1', upTo: 9 }] } }),
  );
  for (const text of ['A gong in the fog.', 'The gong fell.']) {
    await holding.addHistory([entry({ id: text, campaignId: 'c9', text })]);

    expect(Object.keys(await found(holding, asked))).toEqual([text]);
    await holding.removeHistory('c9');
    expect(await found(holding, asked)).toEqual({});
  }
});
