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
   * that the rows made, and writes nothing else.
   */
  readonly alongside: (
    key: TableKey,
    table: Table,
    rows: readonly Row[],
    write: () => Promise<number>,
  ) => Promise<void>;
  /**
   * Has work done on a table that leaves its rows as they are, but for vectors that were missing. What is held goes on
   * serving until the rows have been read again: no search waits for the work or for the reading.
   */
  readonly renewed: (key: TableKey, work: () => Promise<void>) => Promise<void>;
  readonly forget: (key: TableKey) => void;
};

/** How many rows of one table are held at most. A row takes about 3.5 kB, half of it its vector. */
export const HELD_ROWS = 60_000;
/** All tables together may hold so many times what one may; the one that was not asked for the longest goes first. */
const TABLES = 2;

type Held = { readonly shelved: Shelved; readonly version: number; readonly shelf: Promise<Shelf> };

export function openShelves(most: number): Shelves {
  // The one asked for last comes last.
  const held = new Map<TableKey, Held>();
  const renewing = new Set<TableKey>();
  const keep = (key: TableKey, one: Held) => {
    held.delete(key);
    held.set(key, one);
    return one.shelf;
  };
  const load = (shelved: Shelved, version: number) => {
    const { key, table, columns } = shelved;
    const shelf = loadShelf(table, columns);
    const one = { shelved, version, shelf };
    shelf.then(
      () => dropOldest(held, TABLES * most),
      () => held.get(key) === one && held.delete(key),
    );
    return one;
  };
  return {
    of: async (shelved) => {
      const { key, table, generation } = shelved;
      const version = await table.version();
      const known = held.get(key);
      const isThis = known?.shelved.generation === generation;
      if (isThis && (known.version === version || renewing.has(key))) return keep(key, known);
      if ((await table.countRows()) > most) return null;
      // Somebody else may have begun to read it meanwhile.
      const begun = held.get(key);
      const isWanted = begun !== known && begun?.shelved.generation === generation;
      return isWanted ? begun.shelf : keep(key, load(shelved, version));
    },
    alongside: async (key, table, rows, write) => {
      const before = await table.version();
      const written = await write();
      const known = held.get(key);
      // One that was read since has the rows already.
      if (known === undefined || known.version === written) return;
      const shelf = await known.shelf.catch(() => null);
      // Another server may have written as well, also over rows that are held: then the table is read again.
      const isAlone = known.version === before && written === before + 1;
      if (isAlone) shelf?.put(rows);
      if (held.get(key) !== known) return;
      // Named by the version the rows made and by no later one: what else was written by then is not held.
      if (isAlone && shelf !== null && shelf.size() <= most) void keep(key, { ...known, version: written });
      else held.delete(key);
    },
    renewed: async (key, work) => {
      renewing.add(key);
      try {
        await work();
        const known = held.get(key);
        if (known === undefined) return;
        const fresh = load(known.shelved, await known.shelved.table.version());
        await fresh.shelf;
        if (held.get(key) === known) held.set(key, fresh);
      } finally {
        renewing.delete(key);
      }
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
