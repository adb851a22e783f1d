import { setImmediate as nextTick } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { unitVector } from '../embedding/unit-vector.ts';
import type { Subjects } from '../lore-chunk.ts';
import { type VectorMatrix, vectorMatrix } from '../ranking/vector-matrix.ts';
import { plain } from './condition.ts';
import { type Row, rowsIn, rowsOf, vectorOf } from './row.ts';

/** A row held in memory: every column a search reads, its lists as arrays. */
export type ShelvedRow = {
  readonly id: string;
  readonly row: Row;
  /** Which of all rows it is. */
  readonly number: number;
  readonly hasVector: boolean;
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
  /** Of length 1; null when there is none yet. */
  readonly vectorOf: (held: ShelvedRow) => Float32Array | null;
  /** Roughly how near each of all rows is to a question of length 1; says nothing of rows without a vector. */
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

/** A shelf that keeps these columns of a row and its vector, with room for about so many. */
function emptyShelf(table: Table, columns: readonly string[], expected: number): Shelf {
  const rows: ShelvedRow[] = [];
  const numbers = new Map<string, number>();
  const idsAt = new Map<number, string>();
  const about = subjectIndex();
  let vectors: VectorMatrix | null = null;
  const putVector = (number: number, vector: Float32Array) => {
    vectors ??= vectorMatrix(vector.length, expected);
    vectors.put(number, unitVector(vector));
  };
  const get = (id: string) => rows[numbers.get(id) ?? -1] ?? null;
  const put = (given: Row) => {
    const row = Object.fromEntries(columns.map((column) => [column, asKept(given[column])]));
    const id = String(row.id);
    const vector = vectorOf(given.vector);
    const number = numbers.get(id) ?? rows.length;
    const replaced = rows[number];
    // It may have been about something else.
    if (replaced !== undefined) about.remove(subjectsOf(replaced.row), number);
    about.add(subjectsOf(row), number);
    numbers.set(id, number);
    rows[number] = { id, row, number, hasVector: vector !== null };
    if (vector !== null) putVector(number, vector);
    if (given[PLACE] !== undefined) idsAt.set(Number(given[PLACE]), id);
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
    vectorOf: ({ number, hasVector }) => (hasVector ? (vectors?.at(number) ?? null) : null),
    cosines: (question) => vectors?.dots(question, rows.length) ?? new Float32Array(rows.length),
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

/** Which rows are about a subject, by their numbers. */
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
  return subjectsOf(Object.fromEntries(Object.entries(row).map(([column, ids]) => [column, ids.map(plain)])));
}

/** What is put beside the table must read as what comes out of it, where half a letter cannot be written. */
function asKept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map(asKept) : value;
}

/** Making more rows of what was read at once would hold up everything else the process does. */
const SLICE = 512;

/** Reads all rows of a table. Everything else the process does has its turn in between. */
export async function loadShelf(table: Table, columns: readonly string[]): Promise<Shelf> {
  const shelf = emptyShelf(table, columns, await table.countRows());
  const { fields } = await table.schema();
  const isWanted = new Set([...columns, 'vector']);
  const wanted = fields.map(({ name }) => name).filter((name) => isWanted.has(name));
  const { batches } = await table.query().select(wanted).withRowId().toArrow({ maxBatchLength: SLICE });
  for (const batch of batches) {
    shelf.put(rowsIn(batch));
    await nextTick();
  }
  return shelf;
}
