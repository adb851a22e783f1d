import { expect, it } from 'vitest';
import { findSimilarSecrets, toFindings } from '#engine/turn/narration/secret-similarity.ts';
import { factsWith } from './prose-facts.ts';

const TOPICS = ['hid', 'tube', 'jukebox', 'rain', 'bar', 'market', 'sold', 'delivery'];
/** Stands in for an embedder: each topic is a direction, and `concealed` means `hid`. */
const embed = async (texts: readonly string[]) =>
  texts.map((text) => {
    const meant = text.toLowerCase().replace('concealed', 'hid').replace('music box', 'jukebox');
    const vector = Float32Array.from(TOPICS, (topic) => (meant.includes(topic) ? 1 : 0.05));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
const secrets = ['Jin hid the tube behind the jukebox.'];
const known = ['The bar is open.', 'There is rain on the market.', 'The delivery was sold.'];

it('finds a sentence that shares words with a secret and lies nearer to it than anything known', async () => {
  const prose = 'Rain on the market. Behind the jukebox Jin hid a tube. The bar is loud.';
  const remarks = await findSimilarSecrets(prose, factsWith({ secrets, known }), embed);
  expect(remarks).toMatchObject([{ secret: secrets[0], sentence: 'Behind the jukebox Jin hid a tube. ' }]);
  expect(toFindings(remarks)).toMatchObject([
    { kind: 'secrets', quote: 'Behind the jukebox Jin hid a tube.', source: 'exact' },
  ]);
});

it('makes no vectors where too few words support a similarity: a paraphrase is for the judge', async () => {
  let embedded = 0;
  const counting = (texts: readonly string[]) => {
    embedded += texts.length;
    return embed(texts);
  };
  const facts = factsWith({ secrets, known });
  expect(await findSimilarSecrets('Somebody concealed a tube in the music box.', facts, counting)).toEqual(
    [],
  );
  expect(await findSimilarSecrets('Rain on the market. The bar is loud.', facts, counting)).toEqual([]);
  expect(embedded).toBe(0);
});

it('bounds the texts that are embedded, however long prose, secrets and story are', async () => {
  let embedded = 0;
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at));
  const facts = factsWith({
    secrets: many(200, (at) => `Jin hid tube number ${at} behind the old jukebox at night.`),
    known: many(300, (at) => `The bar was open on day ${at}. There was rain on the market.`),
  });
  const prose = many(200, (at) => `Behind the old jukebox at night Jin hid tube ${at}.`).join(' ');
  await findSimilarSecrets(prose, facts, (texts) => {
    embedded += texts.length;
    return embed(texts);
  });
  expect(embedded).toBeGreaterThan(0);
  expect(embedded).toBeLessThanOrEqual(40);
});

it('says nothing where a known text lies as near, or where there is nothing to compare with', async () => {
  const prose = 'Behind the jukebox Jin hid a tube.';
  const rumour = 'They say she hid a tube in some jukebox.';
  expect(await findSimilarSecrets(prose, factsWith({ secrets, known: [...known, rumour] }), embed)).toEqual(
    [],
  );
  expect(await findSimilarSecrets(prose, factsWith({ secrets, known: known.slice(1) }), embed)).toEqual([]);
});
