import { setImmediate as nextTick } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { unitVector } from '../embedding/unit-vector.ts';
import type { Subjects } from '../lore-chunk.ts';
import { type VectorMatrix, vectorMatrix } from '../ranking/vector-matrix.ts';
import { isAbout, plain } from './condition.ts';
import { predicateOf } from './predicate.ts';
import { type Row, rowsIn, rowsOf, vectorOf } from './row.ts';

/** A row held in memory: every column a search reads, its lists as arrays. */
export type ShelvedRow = {
  readonly id: string;
  readonly row: Row;
  /** Of length 1; null when there is none yet. */
  readonly vector: Float32Array | null;
};

/** The rows of a table, held in memory. */
export type Shelf = {
  /** The table they are the rows of: places mean nothing in the one that replaces it. */
  readonly table: Table;
  readonly size: () => number;
  readonly get: (id: string) => ShelvedRow | null;
  /** The rows at these places, as LanceDB numbers them; null for one that is not held. */
  readonly at: (places: readonly number[]) => Promise<readonly (ShelvedRow | null)[]>;
  readonly all: () => readonly ShelvedRow[];
  /** How near each of all rows is to a question of length 1; says nothing of rows without a vector. Holds until it is asked again. */
  readonly cosines: (question: Float32Array) => Float32Array;
  /** At most so many rows, from all over the shelf. */
  readonly some: (most: number) => ShelvedRow[];
  /** The rows about at least one of the subjects. */
  readonly about: (subjects: Subjects) => ShelvedRow[];
  /** Puts rows in the place of those with the same ids. */
  readonly put: (rows: readonly Row[]) => void;
};

const SUBJECT_COLUMNS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'] as const;

/** Where LanceDB keeps a row. Whatever is written anew gets another place, so a place never holds anything else. */
export const PLACE = '_rowid';

/** A shelf that keeps these columns of a row and its vector. */
function emptyShelf(table: Table, columns: readonly string[]): Shelf {
  const rows: ShelvedRow[] = [];
  const numbers = new Map<string, number>();
  const idsAt = new Map<number, string>();
  const idsAbout = new Map<string, Set<string>>();
  const { compare, put: putVector } = comparison();
  const get = (id: string) => rows[numbers.get(id) ?? -1] ?? null;
  const put = (given: Row) => {
    const row = Object.fromEntries(columns.map((column) => [column, asKept(given[column])]));
    const id = String(row.id);
    const vector = vectorOf(given.vector);
    const held = { id, row, vector: vector === null ? null : unitVector(vector) };
    const number = numbers.get(id) ?? rows.length;
    numbers.set(id, number);
    rows[number] = held;
    putVector(number, held.vector);
    if (given[PLACE] !== undefined) idsAt.set(Number(given[PLACE]), id);
    for (const subject of subjectsOf(row)) {
      const known = idsAbout.get(subject);
      if (known === undefined) idsAbout.set(subject, new Set([id]));
      else known.add(id);
    }
  };
  const learn = async (places: readonly number[]) => {
    const read = await rowsOf(table.takeRowIds(places).select(['id']).withRowId());
    for (const row of read) idsAt.set(Number(row[PLACE]), String(row.id));
  };
  return {
    table,
    size: () => rows.length,
    get,
    at: async (places) => {
      const unknown = places.filter((place) => !idsAt.has(place));
      if (unknown.length > 0) await learn(unknown);
      return places.map((place) => get(idsAt.get(place) ?? ''));
    },
    all: () => rows,
    cosines: (question) => compare(rows, question),
    some: (most) => {
      const step = Math.max(1, rows.length / most);
      const count = Math.min(most, rows.length);
      return Array.from({ length: count }, (_, n) => rows[Math.floor(n * step)]).filter(
        (row) => row !== undefined,
      );
    },
    about: (subjects) => {
      const found = new Set(namesOf(subjects).flatMap((subject) => [...(idsAbout.get(subject) ?? [])]));
      // A row that was replaced may be about something else now.
      const isStill = predicateOf(isAbout(subjects));
      return [...found].flatMap((id) => get(id) ?? []).filter(({ row }) => isStill(row));
    },
    put: (given) => given.forEach(put),
  };
}

/** The vectors of a shelf as a matrix. It is made when it is first asked for: large tables are never compared row by row. */
function comparison() {
  let matrix: VectorMatrix | null = null;
  const made = (rows: readonly ShelvedRow[], { length }: Float32Array) => {
    const filled = vectorMatrix(length);
    for (const [number, { vector }] of rows.entries()) if (vector !== null) filled.put(number, vector);
    return filled;
  };
  return {
    put: (number: number, vector: Float32Array | null) => {
      if (vector !== null) matrix?.put(number, vector);
    },
    compare: (rows: readonly ShelvedRow[], question: Float32Array) => {
      matrix ??= made(rows, question);
      return matrix.dots(question, rows.length);
    },
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
  return subjectsOf(Object.fromEntries(Object.entries(row).map(([column, ids]) => [column, ids.map(plain)])));
}

/** What is put beside the table must read as what comes out of it, where half a letter cannot be written. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map(asKept) : value;
}

/** Reads all rows of a table. Everything else the process does has its turn in between. */
export async function loadShelf(table: Table, columns: readonly string[]): Promise<Shelf> {
  const shelf = emptyShelf(table, columns);
  const { fields } = await table.schema();
  const isWanted = new Set([...columns, 'vector']);
  const wanted = fields.map(({ name }) => name).filter((name) => isWanted.has(name));
  const { batches } = await table.query().select(wanted).withRowId().toArrow();
  for (const batch of batches) {
    shelf.put(rowsIn(batch));
    await nextTick();
  }
  return shelf;
}
