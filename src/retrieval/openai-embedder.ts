import type { Secret } from '#engine/kit/secret.ts';
import type { Embedder } from './embedder.ts';
import { httpEmbedder } from './embedding/http-embeddings.ts';

export type OpenAiEmbeddingSettings = {
  /** Up to and including the version: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** How many numbers the model's vectors have; a server that sends another count is refused. */
  readonly dimension: number;
  /** Null for a server that asks for none. */
  readonly apiKey: Secret | null;
};

const MOST_TEXTS = 64;

/** Embeddings by any server that speaks OpenAI's protocol: OpenAI, Ollama, llama.cpp, vLLM and others. */
export function openAiEmbedder({ url, model, dimension, apiKey }: OpenAiEmbeddingSettings): Embedder {
  return httpEmbedder({
    name: 'openai',
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    model,
    dimension,
    apiKey,
    bodyOf: (input) => ({ input, model, encoding_format: 'float' }),
    mostTexts: MOST_TEXTS,
  });
}
