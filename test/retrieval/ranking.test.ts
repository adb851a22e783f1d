import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import type { Candidate } from '#retrieval/ranking/candidate.ts';
import { normaliseScores } from '#retrieval/ranking/rank-candidates.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '#retrieval/ranking/ranking-weights.ts';
import { computeVectorWeight, computeWordTrust } from '#retrieval/ranking/vector-share.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** What is found for a question among these chunks when signals of packs weigh otherwise. */
async function find(
  text: string,
  chunks: readonly LoreChunk[],
  change: Partial<RankingWeights['authored']>,
): Promise<readonly LoreHit[]> {
  const weights = { ...RANKING_WEIGHTS, authored: { ...RANKING_WEIGHTS.authored, ...change } };
  const embedder = wordEmbedder();
  const index = await openLanceLoreIndex({ uri: folder.path, embedder, clock: readSystemClock, weights });
  await index.putPack('quay', chunks);
  await index.settled();
  const { hits } = await index.search(question(text));
  await index.close();
  return hits;
}

function candidate(id: string, scores: Partial<Pick<Candidate, 'fullText' | 'cosine'>>): Candidate {
  return {
    id,
    table: 'pack:quay',
    relations: { source: 'authored', parentId: null },
    fullText: null,
    cosine: null,
    vector: null,
    wordTrust: null,
    inFocus: false,
    ...scores,
  };
}

it('goes the more by meaning, the fewer words of the question the best answers have', async () => {
  const chunks = [
    chunk({ id: 'quay:tower', title: 'The tower', text: 'It leans.' }),
    chunk({ id: 'quay:dues', title: 'Dues', text: 'Toll, fee, catch, herring; pays in fish.' }),
    chunk({ id: 'quay:inn', title: 'The inn', text: 'Warm beds.' }),
  ];
  const asked = 'what tax is asked of a vessel near the tower';

  const lead = async (doubtsWords: boolean) => {
    const hits = await find(asked, chunks, { doubtsWords, feedback: 0 });
    const scoreOf = (id: string) => hits.find((hit) => hit.chunk.id === id)?.score ?? 0;
    return scoreOf('quay:tower') - scoreOf('quay:dues');
  };

  expect(await lead(true)).toBeLessThan((await lead(false)) - 0.05);
});

it('trusts words that cover the whole question', async () => {
  const chunks = [
    chunk({ id: 'quay:tower', title: 'The leaning tower', text: 'It leans.' }),
    chunk({ id: 'quay:inn', title: 'The inn', text: 'Warm beds.' }),
  ];
  const [doubting] = await find('leaning tower', chunks, { doubtsWords: true });
  const [trusting] = await find('leaning tower', chunks, { doubtsWords: false });

  expect(doubting?.chunk.id).toBe('quay:tower');
  expect(doubting?.score).toBeCloseTo(trusting?.score ?? 0);
});

it('lifts what lies beside the best answers as far as these agree, though not beside the question', async () => {
  const others = ['Ropes', 'Sails', 'Nets', 'Masts'].map((name, n) =>
    chunk({ id: `quay:other_${n}`, title: name, text: `About ${name} and more ${name}.` }),
  );
  const bells = ['bell', 'bell_two', 'bell_three'].map((id) =>
    chunk({ id: `quay:${id}`, title: 'Bell', text: 'Bell oakum oakum oakum tallow.' }),
  );
  const store = chunk({ id: 'quay:store', title: 'Store', text: 'Oakum oakum tallow tallow.' });
  const nearness = async (text: string, chunks: readonly LoreChunk[], feedback: number) => {
    const hits = await find(text, chunks, { feedback });
    return hits.find((hit) => hit.chunk.id === 'quay:store')?.signals.vector?.share ?? 0;
  };
  const agreeing = [...bells, store, ...others];

  expect(await nearness('bell', agreeing, 0.6)).toBeGreaterThan((await nearness('bell', agreeing, 0)) + 0.1);

  const divided = [...bells.slice(0, 1), store, ...others];
  const asked = 'bell ropes sails';

  expect(await nearness(asked, divided, 0.6)).toBeCloseTo(await nearness(asked, divided, 0));
});

it('counts a word the more, the more often a long question has it', async () => {
  const chunks = [
    chunk({ id: 'quay:ropes', title: 'One', text: 'Ropes and nothing else.' }),
    chunk({ id: 'quay:sails', title: 'Two', text: 'Sails and nothing else.' }),
  ];
  const first = async (text: string) => (await find(text, chunks, { vector: 0 }))[0]?.chunk.id;

  expect(await first('Ropes here, sails there. Who mends ropes?')).toBe('quay:ropes');
  expect(await first('Sails here, ropes there. Who mends sails?')).toBe('quay:sails');
});

it('trusts ten words of a long question more than one of a short one', () => {
  const words = Array.from({ length: 40 }, (_, n) => `word${n}x`);
  const text = words.slice(0, 10).join(' ');

  expect(computeWordTrust(words, text)).toBeGreaterThan(0.9);
  expect(computeWordTrust(words.slice(9, 13), text)).toBeCloseTo(0.25);
});

it('goes by the ranking whose best answer stands out', () => {
  const falling = (n: number) => (n === 0 ? 9 : 5 - n / 100);
  const flat = (n: number) => 5 - n / 10;
  const weigh = (fullText: (n: number) => number, cosine: (n: number) => number) =>
    computeVectorWeight(
      Array.from({ length: 30 }, (_, n) =>
        candidate(`${n}`, { fullText: fullText(n), cosine: cosine(n) / 10 }),
      ),
      RANKING_WEIGHTS.authored,
    );

  expect(weigh(falling, flat)).toBeLessThan(0.3);
  expect(weigh(flat, falling)).toBeGreaterThan(0.75);
});

it('takes cosines that differ by rounding alone for the same', () => {
  const [one, other] = [0.274547815, 0.274547791].map((cosine) => candidate(`${cosine}`, { cosine }));
  if (one === undefined || other === undefined) throw new Error('there are two');
  const shares = [...normaliseScores([one, other], RANKING_WEIGHTS).values()];

  expect(shares.map(({ vector }) => vector)).toEqual([1, expect.closeTo(1, 3)]);
});

it('finds a section by the name above it, which its own text does not say', async () => {
  const chunks = [
    chunk({ id: 'quay:arcade', title: 'Drowned arcade', text: 'Shops under the tide mark.' }),
    chunk({
      id: 'quay:doors',
      parentId: 'quay:arcade',
      title: 'Drowned arcade > Doors',
      text: 'Talk there.',
    }),
    chunk({ id: 'quay:survey', title: 'Survey', text: 'Who counts the tide, and when it will be rising.' }),
  ];
  const asked = 'drowned arcade at rising tide';
  const doorsIn = async (heading: number) => {
    const hits = await find(asked, chunks, { heading });
    return hits.find((hit) => hit.chunk.id === 'quay:doors');
  };

  const [without, lifted] = [await doorsIn(0), await doorsIn(RANKING_WEIGHTS.authored.heading)];
  expect(lifted?.score).toBeGreaterThan((without?.score ?? 0) + 0.05);
  expect(lifted?.signals.kin).toBeGreaterThan(0);
});
