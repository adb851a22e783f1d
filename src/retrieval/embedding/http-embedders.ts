import { z } from 'zod';
import type { Secret } from '#engine/util/secret.ts';
import { toUnitVector } from '../ranking/vector-math.ts';
import { type Embedder, EmbeddingError, type EmbeddingPurpose } from './embedder.ts';

/** Request format of one embedding service; everything else is the same for all of them. */
type EmbeddingService = {
  /** The name in messages and in the name of the vectors' space. */
  readonly name: string;
  readonly url: string;
  readonly model: string;
  readonly dimension: number;
  readonly apiKey: Secret | null;
  readonly bodyOf: (texts: readonly string[], purpose: EmbeddingPurpose) => object;
  /** The most texts one request may carry. */
  readonly mostTexts: number;
};

/**
 * Milliseconds one request may take. A turn waits for its query, but not long: without a vector lore is still found by its
 * words.
 */
const PATIENCE: Readonly<Record<EmbeddingPurpose, number>> = { query: 3_000, document: 60_000 };
const LONGEST_TEXT = 16_000;
const MOST_CHARACTERS = 200_000;

const Reply = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/** Creates an embedder that calls a service over HTTP, a batch at a time. */
function createHttpEmbedder(service: EmbeddingService): Embedder {
  const stopped = new AbortController();
  return {
    model: `${service.name}/${service.model}`,
    dimension: service.dimension,
    embed: async (texts, purpose, signal) => {
      const vectors: Float32Array[] = [];
      const stops = [stopped.signal, ...(signal ? [signal] : [])];
      for (const batch of batches(texts, service.mostTexts)) {
        const limits = AbortSignal.any([...stops, AbortSignal.timeout(PATIENCE[purpose])]);
        vectors.push(...(await ask(service, batch, purpose, limits)));
      }
      return vectors;
    },
    close: async () => stopped.abort(),
  };
}

function batches(texts: readonly string[], mostTexts: number): string[][] {
  const made: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const cut = text.slice(0, LONGEST_TEXT);
    const last = made.at(-1);
    characters += cut.length;
    if (last !== undefined && last.length < mostTexts && characters <= MOST_CHARACTERS) last.push(cut);
    else {
      made.push([cut]);
      characters = cut.length;
    }
  }
  return made;
}

async function ask(
  service: EmbeddingService,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const response = await send(service, service.bodyOf(texts, purpose), signal);
  if (!response.ok) throw await refusal(service, response);
  const parsed = Reply.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw broken(service, 'its reply is not a list of embeddings');
  return inOrder(service, parsed.data.data, texts.length);
}

async function send(
  { name, url, apiKey }: EmbeddingService,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey.reveal()}` }),
  };
  try {
    return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  } catch (cause) {
    throw new EmbeddingError(`${name} did not answer at ${url}`, { retryable: true, cause });
  }
}

async function refusal({ name }: EmbeddingService, response: Response): Promise<EmbeddingError> {
  const { status } = response;
  const said = (await response.text().catch(() => '')).slice(0, 300);
  return new EmbeddingError(`${name} refused with status ${status}: ${said}`, {
    retryable: status === 408 || status === 429 || status >= 500,
  });
}

type Item = z.infer<typeof Reply>['data'][number];

function inOrder(service: EmbeddingService, items: readonly Item[], count: number): Float32Array[] {
  const vectors = new Map(items.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw broken(service, `text ${index} of ${count} got no vector`);
    if (vector.length !== service.dimension)
      throw broken(
        service,
        `its vectors have ${vector.length} numbers, not the ${service.dimension} configured`,
      );
    return toUnitVector(Float32Array.from(vector));
  });
}

function broken({ name, model }: EmbeddingService, what: string): EmbeddingError {
  return new EmbeddingError(`${name} cannot be used with ${model}: ${what}`, { retryable: false });
}

export type OpenAiEmbeddingSettings = {
  /** Up to and including the version: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Number of dimensions of the model's vectors. Replies with another number are rejected. */
  readonly dimension: number;
  /** Null for a server that asks for none. */
  readonly apiKey: Secret | null;
};

const MOST_TEXTS = 64;

/** Embeddings by any server that speaks OpenAI's protocol: OpenAI, Ollama, llama.cpp, vLLM and others. */
export function createOpenAiEmbedder({ url, model, dimension, apiKey }: OpenAiEmbeddingSettings): Embedder {
  return createHttpEmbedder({
    name: 'openai',
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    model,
    dimension,
    apiKey,
    bodyOf: (input) => ({ input, model, encoding_format: 'float' }),
    mostTexts: MOST_TEXTS,
  });
}

export type VoyageSettings = {
  readonly apiKey: Secret;
  readonly model?: string | undefined;
  readonly dimension?: number | undefined;
  readonly url?: string | undefined;
};

const MODEL = 'voyage-3.5';
const DIMENSION = 1024;
const ADDRESS = 'https://api.voyageai.com/v1';
const MOST_TEXTS_VOYAGE_EMBEDDER = 128;

/** Embeddings by Voyage; queries and documents are marked as such, as its models expect. */
export function createVoyageEmbedder({ apiKey, ...settings }: VoyageSettings): Embedder {
  const { model = MODEL, dimension = DIMENSION, url = ADDRESS } = settings;
  return createHttpEmbedder({
    name: 'voyage',
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    model,
    dimension,
    apiKey,
    bodyOf: (input, purpose) => ({ input, model, input_type: purpose, output_dimension: dimension }),
    mostTexts: MOST_TEXTS_VOYAGE_EMBEDDER,
  });
}
