import type { HomebrewRow, HomebrewStore } from '#engine/content/homebrew-store.ts';

/** Homebrew kept in memory, under the same contract as the database keeps it. */
export function memoryHomebrewStore(): HomebrewStore {
  const rows: HomebrewRow[] = [];
  const same = (a: HomebrewRow, b: HomebrewRow) =>
    a.packId === b.packId && a.id === b.id && a.version === b.version;
  return {
    packIds: async () => [...new Set(rows.map(({ packId }) => packId))],
    latestRows: async (packId) => {
      const latest = new Map<string, HomebrewRow>();
      for (const row of rows) if (row.packId === packId) latest.set(row.id, row);
      return [...latest.values()];
    },
    versionsOf: async (packId, id) => rows.filter((row) => row.packId === packId && row.id === id),
    append: async (added) => {
      if (added.some((row) => rows.some((other) => same(row, other)))) return false;
      rows.push(...added);
      return true;
    },
  };
}
