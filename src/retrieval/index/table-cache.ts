import { setImmediate as nextTick } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { DataType } from 'apache-arrow';
import type { Subjects } from '../lore-chunk.ts';
import { computeCosine, toUnitVector } from '../ranking/vector-math.ts';
import { createVectorMatrix, type VectorMatrix } from '../ranking/vector-matrix.ts';
import { normaliseValue } from './condition.ts';
import { type Row, readRows, toPieceVectors, toRows, toVector } from './rows.ts';
import type { TableKey } from './table-catalogue.ts';

/** A row held in memory: every column a search reads, its lists as arrays. */
export type CachedRow = {
  readonly id: string;
  readonly row: Row;
  /** Number of the row among all rows. */
  readonly number: number;
  readonly hasVector: boolean;
};

/** The rows of a table, held in memory. */
export type CachedTable = {
  /** The table they are the rows of: places mean nothing in the one that replaces it. */
  readonly table: Table;
  /** Returns the number of rows and of pieces, each of which takes memory. */
  readonly size: () => number;
  readonly get: (id: string) => CachedRow | null;
  /** Returns the rows with these LanceDB row ids; null for one that is not cached. */
  readonly at: (places: readonly number[]) => Promise<readonly (CachedRow | null)[]>;
  readonly all: () => readonly CachedRow[];
  /**
   * Returns the vector of a row as a question sees it, both of length 1: of a long text, the direction halfway between its own
   * vector and that of the piece nearest to the question. Null when there is none yet.
   */
  readonly nearestVector: (held: CachedRow, question: Float32Array) => Float32Array | null;
  /**
   * Returns the cosine of a row with a question of length 1: of a long text, the mean of its own and that of its nearest piece.
   * Null for a row without a vector.
   */
  readonly cosine: (held: CachedRow, question: Float32Array) => number | null;
  /** Returns approximately the same for all rows at once. Values of rows without a vector mean nothing. */
  readonly cosines: (question: Float32Array) => Float32Array;
  /** Returns at most `most` rows, spread over the whole table. */
  readonly some: (most: number) => CachedRow[];
  /** Returns the rows about at least one of the subjects. */
  readonly about: (subjects: Subjects) => CachedRow[];
  /** Puts rows in the place of those with the same ids. */
  readonly put: (rows: readonly Row[]) => void;
};

const SUBJECT_COLUMNS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'] as const;

/** Column with LanceDB's row id. A rewritten row gets a new id, so an id never refers to another row. */
export const ROW_ID_COLUMN = '_rowid';

/** Creates an empty cache for these columns of a row and its vector, with capacity for about `expected` rows. */
function createEmptyTable(table: Table, columns: readonly string[], expected: number): CachedTable {
  const rows: CachedRow[] = [];
  const numbers = new Map<string, number>();
  const idsAt = new Map<number, string>();
  const about = subjectIndex();
  const vectors = createRowVectors(expected);
  const get = (id: string) => rows[numbers.get(id) ?? -1] ?? null;
  const put = (given: Row) => {
    const row = Object.fromEntries(columns.map((column) => [column, asKept(given[column])]));
    const id = String(row.id);
    const vector = toVector(given.vector);
    const number = numbers.get(id) ?? rows.length;
    const replaced = rows[number];
    // It may have been about something else.
    if (replaced !== undefined) about.remove(subjectsOf(replaced.row), number);
    about.add(subjectsOf(row), number);
    numbers.set(id, number);
    rows[number] = { id, row, number, hasVector: vector !== null };
    if (vector !== null) vectors.put(number, vector, toPieceVectors(given.pieces, vector.length));
    if (given[ROW_ID_COLUMN] !== undefined) idsAt.set(Number(given[ROW_ID_COLUMN]), id);
  };
  const learn = async (places: readonly number[]) => {
    const read = await readRows(table.takeRowIds(places).select(['id']).withRowId());
    for (const row of read) idsAt.set(Number(row[ROW_ID_COLUMN]), String(row.id));
  };
  return {
    table,
    size: () => rows.length + vectors.pieceCount(),
    get,
    at: async (places) => {
      const unknown = places.filter((place) => !idsAt.has(place));
      if (unknown.length > 0) await learn(unknown);
      return places.map((place) => get(idsAt.get(place) ?? ''));
    },
    all: () => rows,
    nearestVector: ({ number, hasVector }, question) =>
      hasVector ? vectors.nearest(number, question) : null,
    cosine: ({ number, hasVector }, question) => (hasVector ? vectors.cosine(number, question) : null),
    cosines: (question) => vectors.cosines(question, rows.length),
    some: (most) => {
      const step = Math.max(1, rows.length / most);
      const count = Math.min(most, rows.length);
      return Array.from({ length: count }, (_, n) => rows[Math.floor(n * step)]).filter(
        (row) => row !== undefined,
      );
    },
    about: (subjects) =>
      Array.from(about.numbersOf(namesOf(subjects)), (number) => rows[number]).filter(
        (row) => row !== undefined,
      ),
    put: (given) => given.forEach(put),
  };
}

type NearestPiece = { readonly piece: Float32Array; readonly cosine: number };

/**
 * Creates the vectors of rows. A text that was cut is compared by its own vector and by that of the piece nearest to the
 * question, half each: a short question asks for a piece, a long one for a text of its kind.
 */
function createRowVectors(expected: number) {
  let whole: VectorMatrix | null = null;
  let pieces: VectorMatrix | null = null;
  let count = 0;
  /** Numbers of the pieces of each row that was cut. */
  const byRow = new Map<number, readonly number[]>();
  /** Numbers of pieces whose rows were replaced. */
  const free: number[] = [];
  const findNearestPiece = (row: number, question: Float32Array) =>
    (byRow.get(row) ?? [])
      .flatMap((number) => pieces?.at(number) ?? [])
      .map((piece) => ({ piece, cosine: computeCosine(question, piece) }))
      .reduce<NearestPiece | null>((best, one) => (one.cosine > (best?.cosine ?? -2) ? one : best), null);
  return {
    pieceCount: () => count - free.length,
    put: (row: number, vector: Float32Array, ofPieces: readonly Float32Array[]) => {
      whole ??= createVectorMatrix(vector.length, expected);
      whole.put(row, toUnitVector(vector));
      free.push(...(byRow.get(row) ?? []));
      byRow.delete(row);
      if (ofPieces.length === 0) return;
      pieces ??= createVectorMatrix(vector.length);
      const numbers: number[] = [];
      for (const piece of ofPieces) {
        const number = free.pop() ?? count++;
        pieces.put(number, toUnitVector(piece));
        numbers.push(number);
      }
      byRow.set(row, numbers);
    },
    nearest: (row: number, question: Float32Array): Float32Array | null => {
      const vector = whole?.at(row);
      const piece = findNearestPiece(row, question)?.piece;
      if (vector === undefined || piece === undefined) return vector ?? null;
      return toUnitVector(vector.map((value, at) => value + (piece[at] ?? 0)));
    },
    cosine: (row: number, question: Float32Array): number | null => {
      const vector = whole?.at(row);
      if (vector === undefined) return null;
      const own = computeCosine(question, vector);
      return (own + (findNearestPiece(row, question)?.cosine ?? own)) / 2;
    },
    cosines: (question: Float32Array, rows: number): Float32Array => {
      const cosines = whole?.dots(question, rows) ?? new Float32Array(rows);
      const ofPieces = pieces?.dots(question, count) ?? [];
      for (const [row, own] of byRow) {
        const nearest = own.reduce((best, piece) => Math.max(best, ofPieces[piece] ?? -1), -1);
        cosines[row] = ((cosines[row] ?? 0) + nearest) / 2;
      }
      return cosines;
    },
  };
}

/** Creates an index from subjects to the numbers of the rows about them. */
function subjectIndex() {
  const numbers = new Map<string, Set<number>>();
  return {
    add: (subjects: readonly string[], number: number) => {
      for (const subject of subjects) {
        const known = numbers.get(subject);
        if (known === undefined) numbers.set(subject, new Set([number]));
        else known.add(number);
      }
    },
    remove: (subjects: readonly string[], number: number) => {
      for (const subject of subjects) numbers.get(subject)?.delete(number);
    },
    numbersOf: (subjects: readonly string[]): Set<number> =>
      new Set(subjects.flatMap((subject) => [...(numbers.get(subject) ?? [])])),
  };
}

function subjectsOf(row: Row): string[] {
  return SUBJECT_COLUMNS.flatMap((column) => {
    const ids: unknown = row[column];
    return Array.isArray(ids) ? ids.map((id) => `${column} ${id}`) : [];
  });
}

function namesOf({ entityIds, locationIds, factionIds, threadIds, tags }: Subjects): string[] {
  const row = {
    entity_ids: entityIds,
    location_ids: locationIds,
    faction_ids: factionIds,
    thread_ids: threadIds,
    tags,
  };
  return subjectsOf(
    Object.fromEntries(Object.entries(row).map(([column, ids]) => [column, ids.map(normaliseValue)])),
  );
}

/** Replaces lone surrogates as the table does. A row put into the cache must equal the row read from the table. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map(asKept) : value;
}

/** Making more rows of what was read at once would hold up everything else the process does. */
const SLICE = 512;

/** Reads all rows of a table. Everything else the process does has its turn in between. */
async function loadCachedTable(table: Table, columns: readonly string[]): Promise<CachedTable> {
  const cachedTable = createEmptyTable(table, columns, await table.countRows());
  const { fields } = await table.schema();
  const isWanted = new Set([...columns, 'vector', 'pieces']);
  const wanted = fields.map(({ name }) => name).filter((name) => isWanted.has(name));
  const { batches } = await table.query().select(wanted).withRowId().toArrow({ maxBatchLength: SLICE });
  for (const batch of batches) {
    cachedTable.put(toRows(batch));
    await nextTick();
  }
  return cachedTable;
}

/** Counts the pieces of all rows without reading their vectors. */
async function countPieces(table: Table): Promise<number> {
  const { fields } = await table.schema();
  const type: unknown = fields.find(({ name }) => name === 'vector')?.type;
  if (!DataType.isFixedSizeList(type) || !fields.some(({ name }) => name === 'pieces')) return 0;
  // Lengths are known of texts only; two hexadecimal digits write a byte.
  const lengths = { digits: "octet_length(encode(pieces, 'hex'))" };
  const rows = await readRows(table.query().where('pieces is not null').select(lengths));
  const bytes = rows.reduce((sum, { digits }) => sum + Number(digits) / 2, 0);
  return bytes / (type.listSize * Float32Array.BYTES_PER_ELEMENT);
}

/** A table, and what it is read as. */
type CacheSource = {
  readonly key: TableKey;
  readonly table: Table;
  readonly generation: number;
  readonly columns: readonly string[];
};

/** The rows of tables held in memory, as the tables have them: LanceDB then only has to say which come first. */
export type TableCache = {
  /** Returns the cached rows of the table's present version; null when it is too large to be cached. */
  readonly of: (source: CacheSource) => Promise<CachedTable | null>;
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

/** Maximum number of cached rows and pieces of one table. A row takes about 3.5 kB, a piece of a long text 1.9 kB. */
export const MAX_CACHED_ROWS = 60_000;
/** All tables together may hold so many times what one may; the one that was not asked for the longest goes first. */
const TABLES = 2;

type Held = {
  readonly source: CacheSource;
  readonly version: number;
  readonly cachedTable: Promise<CachedTable>;
};

export function createTableCache(most: number): TableCache {
  // The one asked for last comes last.
  const held = new Map<TableKey, Held>();
  const renewing = new Set<TableKey>();
  /** Tables that were found too large, by the version this was found of. */
  const tooLarge = new Map<TableKey, { readonly generation: number; readonly version: number }>();
  const isTooLarge = async ({ key, table, generation }: CacheSource, version: number) => {
    const known = tooLarge.get(key);
    if (known?.generation === generation && known.version === version) return true;
    tooLarge.delete(key);
    const rows = await table.countRows();
    if (rows <= most && rows + (await countPieces(table)) <= most) return false;
    tooLarge.set(key, { generation, version });
    return true;
  };
  const keep = (key: TableKey, one: Held) => {
    held.delete(key);
    held.set(key, one);
    return one.cachedTable;
  };
  const load = (source: CacheSource, version: number) => {
    const { key, table, columns } = source;
    const cachedTable = loadCachedTable(table, columns);
    const one = { source, version, cachedTable };
    cachedTable.then(
      () => dropOldest(held, TABLES * most),
      () => held.get(key) === one && held.delete(key),
    );
    return one;
  };
  return {
    of: async (source) => {
      const { key, table, generation } = source;
      const version = await table.version();
      const known = held.get(key);
      const isThis = known?.source.generation === generation;
      if (isThis && (known.version === version || renewing.has(key))) return keep(key, known);
      if (await isTooLarge(source, version)) return null;
      // Another call may have begun to read it meanwhile.
      const begun = held.get(key);
      const isWanted = begun !== known && begun?.source.generation === generation;
      return isWanted ? begun.cachedTable : keep(key, load(source, version));
    },
    alongside: async (key, table, rows, write) => {
      const before = await table.version();
      const written = await write();
      const known = held.get(key);
      // One that was read since has the rows already.
      if (known === undefined || known.version === written) return;
      const cachedTable = await known.cachedTable.catch(() => null);
      // Another server may have written as well, also over rows that are held: then the table is read again.
      const isAlone = known.version === before && written === before + 1;
      if (isAlone) cachedTable?.put(rows);
      if (held.get(key) !== known) return;
      // Named by the version the rows made and by no later one: what else was written by then is not held.
      if (isAlone && cachedTable !== null && cachedTable.size() <= most)
        void keep(key, { ...known, version: written });
      else held.delete(key);
    },
    renewed: async (key, work) => {
      renewing.add(key);
      try {
        await work();
        const known = held.get(key);
        if (known === undefined) return;
        const version = await known.source.table.version();
        if (await isTooLarge(known.source, version)) {
          if (held.get(key) === known) held.delete(key);
          return;
        }
        const fresh = load(known.source, version);
        await fresh.cachedTable;
        if (held.get(key) === known) held.set(key, fresh);
      } finally {
        renewing.delete(key);
      }
    },
    forget: (key) => {
      held.delete(key);
      tooLarge.delete(key);
    },
  };
}

async function dropOldest(held: Map<TableKey, Held>, most: number): Promise<void> {
  const sizes = await Promise.all(
    [...held].map(async ([key, { cachedTable }]) => ({
      key,
      size: (await cachedTable.catch(() => null))?.size() ?? 0,
    })),
  );
  let sum = sizes.reduce((total, { size }) => total + size, 0);
  for (const { key, size } of sizes.slice(0, -1)) {
    if (sum <= most) return;
    held.delete(key);
    sum -= size;
  }
}
