import type { Secret } from '#engine/kit/secret.ts';
import type { Embedder } from './embedder.ts';
import { httpEmbedder } from './embedding/http-embeddings.ts';

export type VoyageSettings = {
  readonly apiKey: Secret;
  readonly model?: string | undefined;
  readonly dimension?: number | undefined;
  readonly url?: string | undefined;
};

const MODEL = 'voyage-3.5';
const DIMENSION = 1024;
const ADDRESS = 'https://api.voyageai.com/v1';
const MOST_TEXTS = 128;

/** Embeddings by Voyage; queries and documents are marked as such, as its models expect. */
export function voyageEmbedder({ apiKey, ...settings }: VoyageSettings): Embedder {
  const { model = MODEL, dimension = DIMENSION, url = ADDRESS } = settings;
  return httpEmbedder({
    name: 'voyage',
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    model,
    dimension,
    apiKey,
    bodyOf: (input, purpose) => ({ input, model, input_type: purpose, output_dimension: dimension }),
    mostTexts: MOST_TEXTS,
  });
}
