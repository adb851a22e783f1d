import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRejection } from '#engine/util/rejection.ts';
import type { Embedder } from '#retrieval/embedding/embedder.ts';
import { createOfflineEmbedder } from '#retrieval/embedding/offline-embedder.ts';
import { temporaryFolder } from '../support/stores.ts';

const probe = createOfflineEmbedder('unused');

/** The weights are an optional dependency: where they are not installed there is nothing to test. */
describe.skipIf(isRejection(probe))('the offline embedder', () => {
  const folder = temporaryFolder();
  let embedder: Embedder;
  const open = () => {
    const opened = createOfflineEmbedder(folder.path);
    if (isRejection(opened)) throw new Error(opened.reason);
    return opened;
  };
  beforeAll(() => {
    embedder = open();
  });
  afterAll(async () => {
    await embedder.close();
    folder.remove();
  });

  const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
    [...(a ?? [])].reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);

  it('places what means alike close together, and gives vectors of length 1', async () => {
    const [king, monarch, soup] = await embedder.embed(
      ['The king signs the treaty.', 'A monarch puts his name to the peace.', 'How to cook fish soup.'],
      'document',
    );

    expect(king).toHaveLength(384);
    expect(cosine(king, king)).toBeCloseTo(1, 5);
    expect(cosine(king, monarch)).toBeGreaterThan(cosine(king, soup) + 0.05);
  });

  it('gives a text the same vector whatever it is embedded together with', async () => {
    const [alone] = await embedder.embed(['A bell under the water.'], 'query');
    const [, among] = await embedder.embed(['Rope. '.repeat(200), 'A bell under the water.'], 'document');

    expect(among).toEqual(alone);
  });

  it('reads a text that is empty, or longer than the model takes at once', async () => {
    const [empty, long, beginning] = await embedder.embed(
      ['', `${'rope '.repeat(600)}${'bell '.repeat(600)}`, 'rope '.repeat(500)],
      'document',
    );
    const [bell] = await embedder.embed(['bell bell bell'], 'query');

    expect(empty?.every(Number.isFinite)).toBe(true);
    expect(cosine(long, bell)).toBeGreaterThan(cosine(beginning, bell));
  });

  it('leaves the process free to do everything else meanwhile', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await embedder.embed(Array(8).fill('A bell under the water. '.repeat(80)), 'document');
    clearInterval(counting);

    // Done in this thread, it would let nothing in between two texts.
    expect(turns).toBeGreaterThan(20);
  });

  it('keeps the weights it derived, and derives them again when they were changed', async () => {
    const file = join(folder.path, 'gte-small-int8.onnx');
    const kept = readFileSync(file);
    writeFileSync(file, Buffer.concat([kept, Buffer.from('x')]));
    const again = open();
    await again.embed(['a'], 'query');
    await again.close();

    expect(readFileSync(file).equals(kept)).toBe(true);
  });

  it('refuses work once it is closed', async () => {
    const closed = open();
    await closed.close();

    await expect(closed.embed(['a'], 'query')).rejects.toThrow('closed');
  });
});
