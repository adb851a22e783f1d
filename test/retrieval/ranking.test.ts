import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import type { Candidate } from '#retrieval/ranking/candidate.ts';
import { normaliseScores } from '#retrieval/ranking/rank-candidates.ts';
import { RANKING_WEIGHTS, type RankingWeights } from '#retrieval/ranking/weights.ts';
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

it('goes the more by meaning, the fewer words of the question the best answers have', async () => {
  const chunks = [
    chunk({ id: 'quay:tower', title: 'The tower', text: 'It leans.' }),
    chunk({ id: 'quay:dues', title: 'Dues', text: 'Toll, fee, catch, herring; pays in fish.' }),
    chunk({ id: 'quay:inn', title: 'The inn', text: 'Warm beds.' }),
  ];
  const asked = 'what tax is asked of a vessel near the tower';

  const lead = async (doubtsWords: boolean) => {
    const hits = await find(asked, chunks, { doubtsWords });
    const scoreOf = (id: string) => hits.find((hit) => hit.chunk.id === id)?.score ?? 0;
    return scoreOf('quay:tower') - scoreOf('quay:dues');
  };

  expect(await lead(true)).toBeLessThan((await lead(false)) - 0.1);
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

it('lifts what lies beside the best answers, though not beside the question', async () => {
  const others = ['Ropes', 'Sails', 'Nets', 'Masts'].map((name, n) =>
    chunk({ id: `quay:other_${n}`, title: name, text: `About ${name} and more ${name}.` }),
  );
  const chunks = [
    chunk({ id: 'quay:bell', title: 'Bell', text: 'Bell oakum oakum oakum tallow.' }),
    chunk({ id: 'quay:store', title: 'Store', text: 'Oakum oakum tallow tallow.' }),
    ...others,
  ];
  const nearness = async (echo: number) => {
    const hits = await find('bell', chunks, { echo });
    return hits.find((hit) => hit.chunk.id === 'quay:store')?.signals.vector?.share ?? 0;
  };

  expect(await nearness(0.6)).toBeGreaterThan((await nearness(0)) + 0.1);
});

it('takes cosines that differ by rounding alone for the same', () => {
  const near = (id: string, cosine: number): Candidate => ({
    id,
    table: 'pack:quay',
    kin: { source: 'authored', parentId: null },
    fullText: null,
    cosine,
    vector: null,
    wordTrust: null,
    inFocus: false,
  });
  const shares = [
    ...normaliseScores([near('one', 0.274547815), near('other', 0.274547791)], RANKING_WEIGHTS).values(),
  ];

  expect(shares.map(({ vector }) => vector)).toEqual([1, expect.closeTo(1, 3)]);
});
