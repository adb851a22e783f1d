import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { withKeptVectors } from '../../bench/retrieval/kept-vectors.ts';
import { KEPT_FOLDER } from '../support/run-folder.ts';
import { temporaryFolder } from '../support/stores.ts';
import { question } from './harbour.ts';
import { KNOWN_GOOD } from './known-good/questions.ts';

/** Kept between runs: the weights, which are checked by their digest whenever they are read, and the vector of every text. */
const kept = process.env[KEPT_FOLDER] ?? tmpdir();
const offline = createOfflineEmbedder(join(kept, 'scenewright-test-models'));
const embedder = isRejection(offline) ? offline : withKeptVectors(offline, kept);
const PACKS = Object.keys(KNOWN_GOOD);
const BEST = 3;
/** Processors round differently: a score made of vectors is only so much the same on another one. */
const ROUNDING = 0.05;

describe.skipIf(isRejection(embedder))('in the shipped packs', () => {
  const folder = temporaryFolder();
  const chunks = new Map<string, readonly LoreChunk[]>();
  let index: LoreIndex;
  beforeAll(async () => {
    if (isRejection(embedder)) return;
    const library = await loadLibrary(['content_packs']);
    index = await openLanceLoreIndex({ uri: folder.path, embedder, clock: readSystemClock });
    for (const packId of PACKS) {
      chunks.set(packId, chunksOfPack(library.narrowedTo([packId]), packId));
      await index.putPack(packId, chunks.get(packId) ?? []);
    }
    await index.settled();
  }, 600_000);
  afterAll(async () => {
    await index.close();
    folder.remove();
  });

  const hitsFor = async (packId: string, text: string, limit: number) => {
    const { hits, mode } = await index.search(
      question(text, { packIds: [packId], limit, maxTokens: 20_000 }),
    );
    expect(mode).toEqual({ kind: 'hybrid' });
    return hits;
  };
  /** The best few, and whatever is level with the last of them. */
  const bestFor = async (packId: string, text: string) => {
    const hits = await hitsFor(packId, text, 2 * BEST);
    const least = (hits[BEST - 1]?.score ?? 0) - ROUNDING;
    return hits.filter(({ score }) => score >= least).map(({ chunk }) => chunk.id);
  };

  it.each(PACKS)('%s has at least fifteen questions that are known to have an answer', (packId) => {
    const ids = new Set((chunks.get(packId) ?? []).map(({ id }) => id));
    const answers = (KNOWN_GOOD[packId] ?? []).map(([, answer]) => `${packId}:${answer}`);

    expect(answers.length).toBeGreaterThanOrEqual(15);
    expect(answers.filter((id) => !ids.has(id))).toEqual([]);
  });

  describe.each(PACKS)('%s', (packId) => {
    it.each(KNOWN_GOOD[packId] ?? [])('“%s” finds %s', async (text, answer) => {
      expect(await bestFor(packId, text)).toContain(`${packId}:${answer}`);
    });

    it('gives no player a hidden chunk, not even for its very words', async () => {
      const hidden = (chunks.get(packId) ?? []).filter(({ isHidden }) => isHidden);
      const ids = new Set(hidden.map(({ id }) => id));
      expect(ids.size).toBeGreaterThan(5);

      for (const one of hidden) {
        const found = (await hitsFor(packId, itself(one), 50)).map(({ chunk }) => chunk.id);
        expect(found.length).toBeGreaterThan(0);
        expect(found.filter((id) => ids.has(id))).toEqual([]);
      }
    });

    it('gives a game master each hidden chunk for its words', async () => {
      for (const one of (chunks.get(packId) ?? []).filter(({ isHidden }) => isHidden)) {
        const gm = { packIds: [packId], viewer: { kind: 'gm' }, limit: BEST, maxTokens: 20_000 } as const;
        const { hits } = await index.search(question(itself(one), gm));
        expect(hits.map(({ chunk }) => chunk.id)).toContain(one.id);
      }
    });
  });
});

/** A chunk as it is embedded, so that its vector need not be made a second time. */
const itself = ({ title, text }: LoreChunk) => `${title}\n${text}`;

function chunksOfPack(library: Library, packId: string): LoreChunk[] {
  return listPackChunks(library, packId);
}
