import type { Embedder } from '../embedder.ts';
import type { Layout } from './columns.ts';
import { type FillProgress, fillTable } from './fill-table.ts';
import type { TableKey } from './table-name.ts';
import type { Tables } from './tables.ts';

export type VectorFiller = {
  /** Has the missing vectors of a table made, after those asked for earlier. */
  readonly fill: (key: TableKey, layout: Layout) => void;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Makes vectors in the background, one table after another. Without an embedder it does nothing. */
export function vectorFiller(
  tables: Tables,
  embedder: Embedder | null,
  tell: (key: TableKey, progress: FillProgress) => void,
): VectorFiller {
  const stopped = new AbortController();
  const waiting = new Set<TableKey>();
  let working: Promise<void> = Promise.resolve();
  return {
    fill: (key, layout) => {
      if (embedder === null || waiting.has(key) || stopped.signal.aborted) return;
      waiting.add(key);
      working = working.then(() => {
        // What is asked from now on may concern rows this run no longer sees.
        waiting.delete(key);
        const { signal } = stopped;
        return fillTable({ key, layout, tables, embedder, signal, tell: (progress) => tell(key, progress) });
      });
    },
    settled: () => working,
    stop: async () => {
      stopped.abort();
      await working;
    },
  };
}
