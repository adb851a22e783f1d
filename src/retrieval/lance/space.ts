import type { Embedder } from '../embedder.ts';
import type { CatalogueEntry } from './catalogue.ts';

/** The space a table's vectors live in: whose they are and how long. A table without vectors has dimension 0. */
export type Space = Pick<CatalogueEntry, 'model' | 'dimension'>;

export const NO_SPACE: Space = { model: '', dimension: 0 };

export function spaceOf(embedder: Embedder | null): Space {
  return embedder === null ? NO_SPACE : { model: embedder.model, dimension: embedder.dimension };
}

export function isSameSpace(one: Space, other: Space): boolean {
  return one.model === other.model && one.dimension === other.dimension;
}

/**
 * Why a table's vectors cannot be compared with those of an embedder, with advice; null when they can. Vectors of
 * different models look alike and mean nothing to each other, so they are never mixed.
 */
export function mismatch(table: Space, embedder: Space): string | null {
  if (table.dimension === 0 || isSameSpace(table, embedder)) return null;
  return `The index holds vectors of ${named(table)} and the embedder makes those of ${named(embedder)}. Run npm run reindex to make them again, or configure ${table.model}.`;
}

function named({ model, dimension }: Space): string {
  return `${model} (${dimension} numbers)`;
}
