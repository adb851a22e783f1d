import type { Table } from '@lancedb/lancedb';
import type { Row } from './row.ts';
import { loadShelf, type Shelf } from './shelf.ts';
import type { TableKey } from './table-name.ts';

/** A table, and what it is read as. */
export type Shelved = {
  readonly key: TableKey;
  readonly table: Table;
  readonly generation: number;
  readonly columns: readonly string[];
};

/** The rows of tables held in memory, as the tables have them: LanceDB then only has to say which come first. */
export type Shelves = {
  /** The rows of a table as it is now; null when it is too large to be held. */
  readonly of: (shelved: Shelved) => Promise<Shelf | null>;
  /**
   * Has rows written into a table and, when it is held, puts them beside: it need not be read again. `write` gives the version
   * that the rows made.
   */
  readonly alongside: (
    key: TableKey,
    table: Table,
    rows: readonly Row[],
    write: () => Promise<number>,
  ) => Promise<void>;
  readonly forget: (key: TableKey) => void;
};

/** How many rows of one table are held at most. A row takes about 3 kB, half of it its vector. */
export const HELD_ROWS = 60_000;
/** All tables together may have so many times that; the one that was not asked for the longest goes first. */
const TABLES = 2;

type Held = { readonly generation: number; readonly version: number; readonly shelf: Promise<Shelf> };

export function openShelves(most: number): Shelves {
  // The one asked for last comes last.
  const held = new Map<TableKey, Held>();
  const keep = (key: TableKey, one: Held) => {
    held.delete(key);
    held.set(key, one);
    return one.shelf;
  };
  const load = ({ key, table, generation, columns }: Shelved, version: number) => {
    const shelf = loadShelf(table, columns);
    const one = { generation, version, shelf };
    shelf.then(
      () => dropOldest(held, TABLES * most),
      () => held.get(key) === one && held.delete(key),
    );
    return keep(key, one);
  };
  return {
    of: async (shelved) => {
      const { key, table, generation } = shelved;
      const version = await table.version();
      const known = held.get(key);
      if (known?.generation === generation && known.version === version) return keep(key, known);
      if ((await table.countRows()) > most) return null;
      // Somebody else may have begun to read it meanwhile.
      const begun = held.get(key);
      const isWanted = begun !== known && begun?.generation === generation;
      return isWanted ? begun.shelf : load(shelved, version);
    },
    alongside: async (key, table, rows, write) => {
      const before = await table.version();
      const written = await write();
      const known = held.get(key);
      if (known === undefined) return;
      const shelf = await known.shelf.catch(() => null);
      // Another server may have written as well, also over rows that are held: then the table is read again.
      const isAlone = known.version === before && written === before + 1;
      if (isAlone) shelf?.put(rows);
      const version = await table.version();
      const size = shelf?.size() ?? 0;
      if (isAlone && size <= most && size === (await table.countRows()))
        void keep(key, { ...known, version });
      else held.delete(key);
    },
    forget: (key) => void held.delete(key),
  };
}

async function dropOldest(held: Map<TableKey, Held>, most: number): Promise<void> {
  const sizes = await Promise.all(
    [...held].map(async ([key, { shelf }]) => ({ key, size: (await shelf.catch(() => null))?.size() ?? 0 })),
  );
  let sum = sizes.reduce((total, { size }) => total + size, 0);
  for (const { key, size } of sizes.slice(0, -1)) {
    if (sum <= most) return;
    held.delete(key);
    sum -= size;
  }
}
