import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedder, EmbeddingError } from '../embedder.ts';
import { unitVector } from '../embedding/unit-vector.ts';
import { mismatch, spaceOf } from '../lance/space.ts';
import type { Tables } from '../lance/tables.ts';
import type { LoreResult } from '../lore-result.ts';
import type { Reach } from './reach.ts';

export type QueryVector = {
  /** Of length 1; null when the full text must do without. */
  readonly vector: Float32Array | null;
  /** The tables whose vectors it can be compared with. */
  readonly comparable: ReadonlySet<string>;
  readonly mode: LoreResult['mode'];
};

export function withoutVector(because: string): QueryVector {
  return { vector: null, comparable: new Set(), mode: { kind: 'full-text', because } };
}

/** More would not be read by any model, and a player's words are shorter. */
const LONGEST_QUERY = 4_000;
/** A model that is still being loaded holds up no turn. */
const PATIENCE = 2_000;

/** The vector of a query, if there is one and anything to compare it with. Never fails: the full text always works. */
export async function queryVector(
  text: string,
  reaches: readonly Reach[],
  tables: Tables,
  embedder: Embedder | null,
): Promise<QueryVector> {
  if (embedder === null) return withoutVector('No embedder is configured.');
  const entries = reaches.flatMap(({ table }) => tables.entry(table) ?? []);
  const conflicts = entries.flatMap((entry) => mismatch(entry, spaceOf(embedder)) ?? []);
  const comparable = entries.filter(({ model }) => model === embedder.model).map(({ key }) => key);
  if (comparable.length === 0) return withoutVector(conflicts[0] ?? 'There are no vectors yet.');
  try {
    const asked = embedder.embed([text.slice(0, LONGEST_QUERY)], 'query');
    const vectors = await Promise.race([asked, sleep(PATIENCE, null, { ref: false })]);
    if (vectors === null) return withoutVector('The embedder is still busy.');
    const [vector] = vectors;
    if (vector === undefined) throw new Error('an embedder gives a vector for every text');
    return { vector: unitVector(vector), comparable: new Set(comparable), mode: { kind: 'hybrid' } };
  } catch (error) {
    if (error instanceof EmbeddingError) return withoutVector(error.message);
    throw error;
  }
}
