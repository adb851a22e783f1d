import { setTimeout as sleep } from 'node:timers/promises';
import { createLruCache } from '#engine/util/lru-cache.ts';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import { describeSpaceMismatch, getEmbeddingSpace } from '../index/table-catalogue.ts';
import type { LanceTables } from '../index/tables.ts';
import type { LoreResult } from '../lore-result.ts';
import { toUnitVector } from '../ranking/vector-math.ts';
import type { TableScope } from './table-scope.ts';

const MAX_QUERIES = 500;

/** Remembers the vectors of the latest queries: a scene asks the same things again and again. */
export function withQueryCache(embedder: Embedder): Embedder {
  const vectors = createLruCache<string, Promise<Float32Array>>(MAX_QUERIES);
  const ask = (text: string) => {
    const known = vectors.get(text);
    if (known !== undefined) return known;
    // Shared by all callers with the same text, so no caller's signal may end it.
    const asked = first(embedder.embed([text], 'query'));
    vectors.set(text, asked);
    // A failed call is repeated for the next caller.
    asked.catch(() => vectors.delete(text));
    return asked;
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

export type QueryVector = {
  /** Of length 1; null when the full text must do without. */
  readonly vector: Float32Array | null;
  /** The tables whose vectors it can be compared with. */
  readonly comparable: ReadonlySet<string>;
  readonly mode: LoreResult['mode'];
};

export function createEmptyQueryVector(because: string): QueryVector {
  return { vector: null, comparable: new Set(), mode: { kind: 'full-text', because } };
}

/** More would not be read by any model, and a player's words are shorter. */
const LONGEST_QUERY = 4_000;
/** A model that is still being loaded holds up no turn. */
const PATIENCE = 2_000;

/**
 * Embeds a query, if there are an embedder and vectors to compare with. Failures of the embedder give no vector: the
 * full text always works.
 */
export async function embedQuery(
  text: string,
  scopes: readonly TableScope[],
  tables: LanceTables,
  embedder: Embedder | null,
): Promise<QueryVector> {
  if (embedder === null) return createEmptyQueryVector('No embedder is configured.');
  const entries = scopes.flatMap(({ table }) => tables.entry(table) ?? []);
  const conflicts = entries.flatMap(
    (entry) => describeSpaceMismatch(entry, getEmbeddingSpace(embedder)) ?? [],
  );
  const comparable = entries.filter(({ model }) => model === embedder.model).map(({ key }) => key);
  if (comparable.length === 0) return createEmptyQueryVector(conflicts[0] ?? 'There are no vectors yet.');
  try {
    const asked = embedder.embed([text.slice(0, LONGEST_QUERY)], 'query');
    const vectors = await Promise.race([asked, sleep(PATIENCE, null, { ref: false })]);
    if (vectors === null) return createEmptyQueryVector('The embedder is still busy.');
    const [vector] = vectors;
    if (vector === undefined) throw new Error('an embedder gives a vector for every text');
    return { vector: toUnitVector(vector), comparable: new Set(comparable), mode: { kind: 'hybrid' } };
  } catch (error) {
    if (error instanceof EmbeddingError) return createEmptyQueryVector(error.message);
    throw error;
  }
}
