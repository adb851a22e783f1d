import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { LineageSteps, LoreViewer } from '#retrieval/lore-query.ts';
import type { Candidate } from '#retrieval/ranking/candidate.ts';
import { endsInQuestion } from '#retrieval/ranking/history-boosts.ts';
import { rankCandidates } from '#retrieval/ranking/rank-candidates.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '#retrieval/ranking/weights.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const ADA = 'pc_ada_001';
const BEN = 'pc_ben_001';
const VIKTOR = 'npc_viktor_001';

/**
 * Session s1 is played to scene 4; s2 is a fork of it at scene 2. Ada and Ben are personas, Viktor is not. Another
 * campaign has a bell of its own.
 */
const ENTRIES = [
  entry({ id: 'common', text: 'The bell rang over the harbour.', scene: { sessionId: 's1', index: 1 } }),
  entry({
    id: 'for_ada',
    text: 'Ada found the bell rope.',
    scene: { sessionId: 's1', index: 2 },
    visibleTo: [ADA],
  }),
  entry({ id: 'for_gm', text: 'The bell is a trap.', scene: { sessionId: 's1', index: 2 }, visibleTo: [] }),
  entry({ id: 'later', text: 'The bell cracked.', scene: { sessionId: 's1', index: 4 } }),
  entry({ id: 'forked', text: 'The bell was sold.', scene: { sessionId: 's2', index: 3 } }),
  entry({
    id: 'viktor_saw',
    kind: 'observation',
    ownerId: VIKTOR,
    visibleTo: [VIKTOR],
    text: 'Ada hid the bell rope.',
    scene: { sessionId: 's1', index: 2 },
  }),
  entry({
    id: 'ada_saw',
    kind: 'observation',
    ownerId: ADA,
    visibleTo: [ADA],
    text: 'Viktor watched me at the bell.',
    scene: { sessionId: 's1', index: 2 },
  }),
  entry({ id: 'elsewhere', campaignId: 'c2', text: 'A bell in another world.' }),
];

const folder = temporaryFolder();
let index: LoreIndex;
beforeAll(async () => {
  index = await openLanceLoreIndex({ uri: folder.path, embedder: wordEmbedder(), clock: readSystemClock });
  await index.addHistory(ENTRIES);
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

const MAIN: LineageSteps = [{ sessionId: 's1', upTo: 4 }];
const FORK: LineageSteps = [
  { sessionId: 's1', upTo: 2 },
  { sessionId: 's2', upTo: 3 },
];
const persona = (characterId: string): LoreViewer => ({ kind: 'persona', characterId });

const ask = async (lineage: LineageSteps, viewer: LoreViewer, text = 'the bell', campaignId = 'c1') => {
  const query = question(text, { corpus: 'history', history: { campaignId, lineage }, viewer, limit: 50 });
  return (await index.search(query)).hits.map(({ chunk }) => chunk.id).sort();
};

const recall = async (ownerId: string, lineage = MAIN, text = 'the bell') => {
  const history = { campaignId: 'c1', lineage };
  const { hits } = await index.searchMemories({ text, history, ownerId, limit: 50, maxTokens: 1_000 });
  return hits.map(({ chunk }) => chunk.id);
};

it('shows a persona what everyone knows and what this character learned', async () => {
  expect(await ask(MAIN, persona(ADA))).toEqual(['ada_saw', 'common', 'for_ada', 'later']);
  expect(await ask(MAIN, persona(BEN))).toEqual(['common', 'later']);
  expect(await ask(MAIN, persona('*'))).toEqual(['common', 'later']);
});

it('shows the game master everything on the branch', async () => {
  expect(await ask(MAIN, { kind: 'gm' })).toEqual([
    'ada_saw',
    'common',
    'for_ada',
    'for_gm',
    'later',
    'viktor_saw',
  ]);
});

it('never shows what happened on another branch, nor what came after the fork', async () => {
  expect(await ask(FORK, persona(BEN))).toEqual(['common', 'forked']);
  expect(await ask(FORK, { kind: 'gm' })).not.toContain('later');
  expect(await ask(MAIN, { kind: 'gm' })).not.toContain('forked');
});

it('never shows another campaign', async () => {
  expect(await ask(MAIN, { kind: 'gm' }, 'another world')).not.toContain('elsewhere');
  expect(await ask([{ sessionId: 's1', upTo: 4 }], { kind: 'gm' }, 'bell', 'c2')).toEqual(['elsewhere']);
  expect(await ask(MAIN, { kind: 'gm' }, 'bell', 'c3')).toEqual([]);
});

it('finds nothing without a lineage, and no history when none is named', async () => {
  expect(await ask([], { kind: 'gm' })).toEqual([]);
  const { hits } = await index.search(
    question('bell', { corpus: 'all', history: null, viewer: { kind: 'gm' } }),
  );
  expect(hits).toEqual([]);
});

it('lets a character remember only its own observations', async () => {
  expect(await recall(VIKTOR)).toEqual(['viktor_saw']);
  expect(await recall(ADA)).toEqual(['ada_saw']);
  expect(await recall(BEN)).toEqual([]);
  expect(await recall('')).toEqual([]);
  expect(await recall(VIKTOR, [{ sessionId: 's1', upTo: 1 }])).toEqual([]);
});

it('does not double an entry that comes again, and takes the newer text', async () => {
  await index.addHistory([
    entry({ id: 'again', text: 'A gong was struck.', scene: { sessionId: 's1', index: 3 } }),
  ]);
  await index.addHistory([
    entry({ id: 'again', text: 'A drum was struck.', scene: { sessionId: 's1', index: 3 } }),
  ]);
  const struck = await ask(MAIN, persona(BEN), 'struck');

  expect(struck.filter((id) => id === 'again')).toHaveLength(1);
  const query = question('drum', { corpus: 'history', history: { campaignId: 'c1', lineage: MAIN } });
  expect((await index.search(query)).hits[0]?.chunk.text).toBe('A drum was struck.');
});

it('takes entries that arrive at the same time, each once', async () => {
  const batch = Array.from({ length: 12 }, (_, n) =>
    entry({ id: `rush_${n % 6}`, campaignId: 'rush', text: `Cart number ${n % 6} passed the gate.` }),
  );
  await Promise.all(batch.map((one) => index.addHistory([one])));
  const found = await ask([{ sessionId: 's1', upTo: 1 }], { kind: 'gm' }, 'cart gate', 'rush');

  expect(found).toEqual(['rush_0', 'rush_1', 'rush_2', 'rush_3', 'rush_4', 'rush_5']);
});

it('puts the answer to a question that was asked just before ahead of the question', async () => {
  const line = (id: string, at: number, text: string, episode: string) =>
    entry({ id, campaignId: 'talk', text, episode, scene: { sessionId: 's1', index: at } });
  await index.addHistory([
    line('question', 1, 'Where did you hide the ledger, Ota?', 'evening'),
    line('answer', 2, 'Ota: under the third stair.', 'evening'),
    line('stranger', 9, 'Ota: my third cousin fell down a stair.', 'morning'),
    ...Array.from({ length: 20 }, (_, n) => line(`rain_${n}`, 20 + n, 'It rained on the roof.', 'night')),
  ]);
  const history = { campaignId: 'talk', lineage: [{ sessionId: 's1', upTo: 99 }] };
  const { hits } = await index.search(question('where is the ledger hidden', { corpus: 'history', history }));

  expect(hits.slice(0, 2).map(({ chunk }) => chunk.id)).toEqual(['answer', 'question']);
});

it('takes two pieces that are alike in their words by what they say', async () => {
  const line = (id: string, at: number, text: string, kind: HistoryEntry['kind'] = 'summary') =>
    entry({ id, campaignId: 'lengths', text, kind, episode: id, scene: { sessionId: 's1', index: at } });
  await index.addHistory([
    line('greeting', 1, 'Marten, at the ropewalk!'),
    line('telling', 9, 'Marten keeps the ropewalk since his brother drowned under the ice of the quay.'),
    line('fact', 17, 'Marten, ropewalk.', 'fact'),
    ...Array.from({ length: 20 }, (_, n) => line(`rain_${n}`, 25 + n, 'It rained on the roof all night.')),
  ]);
  const history = { campaignId: 'lengths', lineage: [{ sessionId: 's1', upTo: 99 }] };
  const search = async (weights: RankingWeights) => {
    const other = await openLanceLoreIndex({
      uri: folder.path,
      embedder: null,
      clock: readSystemClock,
      weights,
    });
    const { hits } = await other.search(question('Marten and the ropewalk', { corpus: 'history', history }));
    await other.close();
    return new Map(hits.map(({ chunk, score }) => [chunk.id, score]));
  };
  const without = await search({ ...RANKING_WEIGHTS, history: { ...RANKING_WEIGHTS.history, length: 0 } });
  const scores = await search(RANKING_WEIGHTS);
  const gain = (id: string) => (scores.get(id) ?? 0) - (without.get(id) ?? 0);

  expect(gain('telling')).toBeGreaterThan(gain('greeting'));
  // Compared with other facts, of which there are none.
  expect(gain('fact')).toBeCloseTo(0);
});

it.each([
  ['Where is it?', true],
  ['„Wo ist es?“', true],
  ['どこですか？', true],
  ['أين هو؟', true],
  ['Where is it? Under the stair.', false],
])('knows whether %s ends in a question', (text, is) => {
  expect(endsInQuestion(text)).toBe(is);
});

it('passes more of a question on to what answers it than to what precedes it', () => {
  const piece = (id: string, sceneIndex: number, asks: boolean, fullText: number | null): Candidate => ({
    id,
    table: 'history:talk',
    relations: {
      ...{ source: 'history', sessionId: 's1', sceneIndex, ordinal: 0, episode: id, ownerId: '' },
      ...{ kind: 'summary', length: 40, asks },
    },
    ...{ fullText, cosine: null, vector: null, wordTrust: null, inFocus: false },
  });
  const pieces = [1, 2, 3, 4, 5].map((at) => piece(`at_${at}`, at, at === 3, at === 3 ? 4 : 0.1));
  const ranked = rankCandidates(pieces, RANKING_WEIGHTS, null, 10);
  const kin = new Map(ranked.map(({ candidate, relationShare }) => [candidate.id, relationShare]));
  const shareOf = (at: number) => kin.get(`at_${at}`) ?? 0;

  expect(shareOf(4)).toBeGreaterThan(shareOf(2));
  expect(shareOf(2)).toBeGreaterThan(shareOf(1));
  expect(shareOf(1)).toBeCloseTo(shareOf(5));
});

it('forgets a campaign', async () => {
  await index.removeHistory('c2');

  expect(await ask([{ sessionId: 's1', upTo: 4 }], { kind: 'gm' }, 'bell', 'c2')).toEqual([]);
});
