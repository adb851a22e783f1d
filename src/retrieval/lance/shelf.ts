import { setImmediate as nextTick } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { unitVector } from '../embedding/unit-vector.ts';
import type { Subjects } from '../lore-chunk.ts';
import { isAbout, plain } from './condition.ts';
import { predicateOf } from './predicate.ts';
import { type Row, rowsIn, vectorOf } from './row.ts';

/** A row held in memory: every column a search reads, its lists as arrays. */
export type ShelvedRow = {
  readonly id: string;
  readonly row: Row;
  /** Of length 1; null when there is none yet. */
  readonly vector: Float32Array | null;
};

/** The rows of a table, held in memory. */
export type Shelf = {
  readonly size: () => number;
  readonly get: (id: string) => ShelvedRow | null;
  readonly all: () => Iterable<ShelvedRow>;
  /** At most so many rows, from all over the shelf. */
  readonly some: (most: number) => ShelvedRow[];
  /** The rows about at least one of the subjects. */
  readonly about: (subjects: Subjects) => ShelvedRow[];
  /** Puts rows in the place of those with the same ids. */
  readonly put: (rows: readonly Row[]) => void;
};

const SUBJECT_COLUMNS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'] as const;

/** A shelf that keeps these columns of a row and its vector. */
export function emptyShelf(columns: readonly string[]): Shelf {
  const rows = new Map<string, ShelvedRow>();
  const ids: string[] = [];
  const idsAbout = new Map<string, Set<string>>();
  const put = (given: Row) => {
    const row = Object.fromEntries(columns.map((column) => [column, asKept(given[column])]));
    const id = String(row.id);
    const vector = vectorOf(given.vector);
    if (!rows.has(id)) ids.push(id);
    rows.set(id, { id, row, vector: vector === null ? null : unitVector(vector) });
    for (const subject of subjectsOf(row)) {
      const known = idsAbout.get(subject);
      if (known === undefined) idsAbout.set(subject, new Set([id]));
      else known.add(id);
    }
  };
  return {
    size: () => rows.size,
    get: (id) => rows.get(id) ?? null,
    all: () => rows.values(),
    some: (most) => {
      const step = Math.max(1, ids.length / most);
      const picked = Array.from(
        { length: Math.min(most, ids.length) },
        (_, n) => ids[Math.floor(n * step)] ?? '',
      );
      return picked.flatMap((id) => rows.get(id) ?? []);
    },
    about: (subjects) => {
      const found = new Set(namesOf(subjects).flatMap((subject) => [...(idsAbout.get(subject) ?? [])]));
      // A row that was replaced may be about something else now.
      const isStill = predicateOf(isAbout(subjects));
      return [...found].flatMap((id) => rows.get(id) ?? []).filter(({ row }) => isStill(row));
    },
    put: (given) => given.forEach(put),
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
  const shelf = emptyShelf(columns);
  const { fields } = await table.schema();
  const isWanted = new Set([...columns, 'vector']);
  const wanted = fields.map(({ name }) => name).filter((name) => isWanted.has(name));
  const { batches } = await table.query().select(wanted).toArrow();
  for (const batch of batches) {
    shelf.put(rowsIn(batch));
    await nextTick();
  }
  return shelf;
}
