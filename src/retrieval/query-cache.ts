import type { Embedder } from './embedder.ts';

const MOST_QUERIES = 500;

/** Remembers the vectors of the latest queries: a scene asks the same things again and again. */
export function withQueryCache(embedder: Embedder): Embedder {
  const known = new Map<string, Promise<Float32Array>>();
  const ask = (text: string) => {
    // Shared by whoever asks the same, so nobody's signal may end it.
    const found = known.get(text) ?? first(embedder.embed([text], 'query'));
    known.delete(text);
    known.set(text, found);
    // What failed is asked again the next time.
    found.catch(() => known.delete(text));
    const oldest = known.keys().next().value;
    if (known.size > MOST_QUERIES && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return {
    ...embedder,
    embed: (texts, purpose, signal) =>
      purpose === 'document' ? embedder.embed(texts, purpose, signal) : Promise.all(texts.map(ask)),
  };
}

async function first(vectors: Promise<readonly Float32Array[]>): Promise<Float32Array> {
  const [vector] = await vectors;
  if (vector === undefined) throw new Error('an embedder gives a vector for every text');
  return vector;
}
