/** A row as LanceDB takes it and gives it back. */
export type Row = Record<string, unknown>;

/** A list column, which comes back as an Arrow vector. */
export function textsOf(column: unknown): string[] {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return [];
  // Anything with an iterator can be spread.
  return [...(column as Iterable<unknown>)].map(String);
}

/** A vector column; null when the row has none. */
export function vectorOf(column: unknown): Float32Array | null {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return null;
  // Arrow hands out its own memory at once; going through its iterator takes far longer.
  const whole = 'toArray' in column && typeof column.toArray === 'function' ? column.toArray() : null;
  if (whole instanceof Float32Array) return whole;
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
