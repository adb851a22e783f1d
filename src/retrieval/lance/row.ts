import { DataType, type RecordBatch, type Table, type Vector } from 'apache-arrow';

/** A row as LanceDB takes it and gives it back. */
export type Row = Record<string, unknown>;

/** Rows read column by column: Arrow's own row objects look every field up anew and take several times as long. */
export async function rowsOf(query: { readonly toArrow: () => Promise<Table> }): Promise<Row[]> {
  return (await query.toArrow()).batches.flatMap(rowsIn);
}

export function rowsIn(batch: RecordBatch): Row[] {
  const rows: Row[] = Array.from({ length: batch.numRows }, () => ({}));
  for (const { name } of batch.schema.fields) {
    const column = batch.getChild(name);
    if (column === null) continue;
    let index = 0;
    for (const value of unpacked(column)) {
      const row = rows[index++];
      if (row !== undefined) row[name] = value;
    }
  }
  return rows;
}

function unpacked(column: Vector): Iterable<unknown> {
  if (DataType.isFixedSizeList(column.type)) return vectorsOf(column);
  return DataType.isList(column.type) ? textListsOf(column) : column;
}

/** Arrow keeps the texts of all lists of a batch end to end: to read them at once is many times as fast as list by list. */
function textListsOf(column: Vector): string[][] {
  const texts: string[] = Array.from(column.getChildAt(0) ?? [], String);
  return column.data.flatMap((batch) => {
    const offsets: Int32Array = batch.valueOffsets;
    return Array.from({ length: batch.length }, (_, at) => texts.slice(offsets[at], offsets[at + 1]));
  });
}

/** Arrow keeps all vectors of a batch end to end in one array of numbers. */
function vectorsOf(column: Vector): (Float32Array | null)[] {
  return column.data.flatMap((batch) => {
    const numbers: unknown = batch.children[0]?.values;
    if (!(numbers instanceof Float32Array)) return Array.from({ length: batch.length }, () => null);
    const { stride } = batch;
    return Array.from({ length: batch.length }, (_, at) =>
      batch.getValid(at) ? numbers.subarray(at * stride, (at + 1) * stride) : null,
    );
  });
}

/** A list column, which comes back as an Arrow vector. */
export function textsOf(column: unknown): string[] {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return [];
  // Anything with an iterator can be spread.
  return [...(column as Iterable<unknown>)].map(String);
}

/** A vector column; null when the row has none. */
export function vectorOf(column: unknown): Float32Array | null {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return null;
  if (column instanceof Float32Array) return column;
  return Float32Array.from(column as Iterable<number>);
}

export function subjectsOf(row: Row) {
  return {
    entityIds: textsOf(row.entity_ids),
    locationIds: textsOf(row.location_ids),
    factionIds: textsOf(row.faction_ids),
    threadIds: textsOf(row.thread_ids),
    tags: textsOf(row.tags),
  };
}

/** A row that was read, as it can be written again into another table. */
export function copyOf(row: Row): Row {
  const copied = Object.entries(row).map(([name, value]) => {
    if (name === 'vector') return [name, vectorOf(value)];
    return [name, typeof value === 'object' && value !== null ? textsOf(value) : value];
  });
  return Object.fromEntries(copied);
}
