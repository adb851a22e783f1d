import type { FoundChunk } from '../lore-result.ts';

/** Rows that were read lately. A scene asks for the same ones again and again, and they do not change. */
export type RowCache = {
  readonly get: (key: string) => FoundChunk | null;
  readonly put: (key: string, chunk: FoundChunk) => void;
};

const MOST_ROWS = 4_000;

export function rowCache(): RowCache {
  const rows = new Map<string, FoundChunk>();
  return {
    get: (key) => {
      const chunk = rows.get(key);
      if (chunk === undefined) return null;
      rows.delete(key);
      rows.set(key, chunk);
      return chunk;
    },
    put: (key, chunk) => {
      rows.set(key, chunk);
      const oldest = rows.keys().next().value;
      if (rows.size > MOST_ROWS && oldest !== undefined) rows.delete(oldest);
    },
  };
}
