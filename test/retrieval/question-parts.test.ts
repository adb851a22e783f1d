import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { ScoredCandidate } from '#retrieval/ranking/candidate.ts';
import { RANKING_WEIGHTS } from '#retrieval/ranking/ranking-weights.ts';
import { blendRankings, listQuestionParts } from '#retrieval/search/question-parts.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';

/** One chunk answers the short question; many share some word with the long one. */
const ASKED =
  'Which ropes, sails, nets, masts and oars does the chandler at the harbour keep? Who lit the beacon?';
const CHUNKS = [
  chunk({
    id: 'quay:chandler',
    title: 'Chandler',
    text: 'The chandler of the harbour keeps ropes, sails, nets, masts and oars.',
  }),
  chunk({
    id: 'quay:beacon',
    title: 'Tower',
    text: 'On the night of the wreck the beacon was lit late, and not by the keeper but by Ferrers.',
  }),
  ...['ropes sails', 'nets masts', 'oars ropes', 'sails nets', 'masts oars', 'chandler harbour'].map(
    (words, n) =>
      chunk({
        id: `quay:store_${n}`,
        title: 'Store',
        text: `The chandler at the harbour may keep ${words}.`,
      }),
  ),
];

const folder = temporaryFolder();
let index: LoreIndex;
const open = (weights = RANKING_WEIGHTS) =>
  openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock, weights });
beforeAll(async () => {
  index = await open();
  await index.putPack('quay', CHUNKS);
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

it('lifts what answers one of several sentences beside what has many words of all', async () => {
  const scoreIn = async (searched: LoreIndex) =>
    (await searched.search(question(ASKED))).hits.find((hit) => hit.chunk.id === 'quay:beacon')?.score ?? 0;
  const joined = await open({
    ...RANKING_WEIGHTS,
    authored: { ...RANKING_WEIGHTS.authored, asksParts: false },
  });

  expect(await scoreIn(index)).toBeGreaterThan((await scoreIn(joined)) + 0.05);
  await joined.close();
});

/** A ranking of packs: the score of each by words, and the whole score. */
function ranking(rows: Readonly<Record<string, readonly [words: number, score: number]>>): ScoredCandidate[] {
  return Object.entries(rows).map(([id, [fullText, score]]) => ({
    candidate: {
      ...{ id, table: 'pack:quay', fullText, cosine: null, vector: null, wordTrust: null, inFocus: false },
      relations: { source: 'authored', parentId: null },
    },
    ...{ score, fullTextShare: 0, vectorShare: 0, relationShare: 0 },
  }));
}
const scoresOf = (ranked: readonly ScoredCandidate[]) =>
  Object.fromEntries(ranked.map(({ candidate, score }) => [candidate.id, score]));

it('leaves a question whole when one text has the words of all its parts', () => {
  const whole = ranking({ chandler: [10, 1], store: [4, 0.4] });
  const parts = [
    ranking({ chandler: [6, 1], store: [4, 0.7] }),
    ranking({ chandler: [4, 1], mole: [3, 0.9] }),
  ];

  expect(scoresOf(blendRankings(whole, parts))).toEqual({ chandler: 1, store: 0.4, mole: 0 });
});

it('goes by the parts alone when no text has the words of two', () => {
  const whole = ranking({ chandler: [6, 1], store: [4, 0.4], beacon: [5, 0.3] });
  const parts = [ranking({ chandler: [6, 1], store: [4, 0.5] }), ranking({ beacon: [6, 1], mole: [3, 0.5] })];

  expect(scoresOf(blendRankings(whole, parts))).toEqual({ beacon: 1, chandler: 1, mole: 0.5, store: 0.5 });
});

it('leaves the score of the best of packs as it was, so that history keeps its place beside it', async () => {
  const joined = await open({
    ...RANKING_WEIGHTS,
    authored: { ...RANKING_WEIGHTS.authored, asksParts: false },
  });
  const [before, after] = await Promise.all([joined, index].map((one) => one.search(question(ASKED))));

  expect(after?.hits[0]?.score).toBeCloseTo(before?.hits[0]?.score ?? 0);
  await joined.close();
});

it('asks history the whole question only', async () => {
  await index.addHistory(CHUNKS.map(({ id, text }) => entry({ id, text })));
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const joined = await open({
    ...RANKING_WEIGHTS,
    authored: { ...RANKING_WEIGHTS.authored, asksParts: false },
  });
  const ask = (one: LoreIndex) => one.search(question(ASKED, { corpus: 'history', history }));

  expect((await ask(index)).hits).toEqual((await ask(joined)).hits);
  await joined.close();
});

it.each([
  ['Who lit the beacon?', []],
  ['Who lit the beacon? No!', []],
  ['Who lit the beacon? Where is Ferrers now?', ['Who lit the beacon?', 'Where is Ferrers now?']],
  ['the old beacon\nFerrers of the quay', ['the old beacon', 'Ferrers of the quay']],
  ['谁点燃了灯塔？港口在哪里？', ['谁点燃了灯塔？', '港口在哪里？']],
  [Array.from({ length: 12 }, (_, n) => `Bell number ${n} rang.`).join(' '), []],
])('takes %s apart', (text, parts) => {
  expect(listQuestionParts(text)).toEqual(parts);
});
