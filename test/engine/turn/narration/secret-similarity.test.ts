import { expect, it } from 'vitest';
import { findSimilarSecrets, toSupportedFindings } from '#engine/turn/narration/secret-similarity.ts';
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

it('remarks on a sentence that lies nearer to a secret than anything known', async () => {
  const facts = factsWith({ secrets, known });
  const prose = 'Rain on the market. Somebody concealed a tube in the music box. The bar is loud.';
  const remarks = await findSimilarSecrets(prose, facts, embed);
  expect(remarks).toMatchObject([
    { secret: secrets[0], sentence: 'Somebody concealed a tube in the music box. ' },
  ]);
  // One word in common does not make it a finding.
  expect(toSupportedFindings(remarks)).toEqual([]);
});

it('makes a finding of it only when the words support it', async () => {
  const remarks = await findSimilarSecrets(
    'Behind the jukebox Jin hid a tube.',
    factsWith({ secrets, known }),
    embed,
  );
  expect(toSupportedFindings(remarks)).toMatchObject([
    { kind: 'secrets', quote: 'Behind the jukebox Jin hid a tube.', source: 'exact' },
  ]);
});

it('says nothing where a known text lies as near, or where there is nothing to compare with', async () => {
  const prose = 'Behind the jukebox Jin hid a tube.';
  const rumour = 'They say she hid a tube in some jukebox.';
  expect(await findSimilarSecrets(prose, factsWith({ secrets, known: [...known, rumour] }), embed)).toEqual(
    [],
  );
  expect(await findSimilarSecrets(prose, factsWith({ secrets, known: known.slice(1) }), embed)).toEqual([]);
});
