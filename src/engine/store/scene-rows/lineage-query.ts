import type { Lineage } from '#engine/domain/lineage.ts';
import type { Database } from '../database/database.ts';
import type { PageRequest } from '../page.ts';

/** As many steps of a lineage as one statement asks for: databases bound the size of a condition and of a union. */
const STEPS_AT_ONCE = 100;
const SELECTS_AT_ONCE = 300;
const VALUES_AT_ONCE = 20_000;

/** Returns the condition for the rows a branch can see. */
export function toLineageCondition(lineage: Lineage) {
  return {
    $or: lineage.map(({ sessionId, upTo }) => ({ session: sessionId, sceneIndex: { $lte: upTo } })),
  };
}

/** Reads a whole lineage, however many sessions it has, some of them at a time; oldest first. */
export async function readLineageInBatches<Row>(
  lineage: Lineage,
  read: (batch: Lineage) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < lineage.length; start += STEPS_AT_ONCE) {
    rows.push(...(await read(lineage.slice(start, start + STEPS_AT_ONCE))));
  }
  return rows;
}

/** A select of its own with an order and a limit, to be joined with others like it. */
export type SelectQuery = { readonly sql: string; readonly values: readonly (string | number)[] };

/** Runs selects as unions. Each keeps its own limit, so no row is read that none of them asked for. */
export async function queryUnion<Row>(database: Database, selects: readonly SelectQuery[]): Promise<Row[]> {
  const rows: Row[] = [];
  const most = Math.max(1, ...selects.map(({ values }) => values.length));
  const atOnce = Math.max(1, Math.min(SELECTS_AT_ONCE, Math.floor(VALUES_AT_ONCE / most)));
  for (let start = 0; start < selects.length; start += atOnce) {
    const some = selects.slice(start, start + atOnce);
    const sql = some.map((select, position) => `select * from (${select.sql}) as s${position}`);
    const values = some.flatMap((select) => select.values);
    rows.push(...(await database.execute<Row[]>(sql.join(' union all '), values)));
  }
  return rows;
}

type PlacedRow = { readonly id: string; readonly place: number };

/** Source of a page: a table with an `id`, and the column that orders its rows along a lineage. */
export type PagedTable = {
  readonly table: string;
  readonly order: string;
  /** Returns the column's value for the last row of a scene. Rows up to it belong to that scene or an earlier one. */
  readonly lastOf: (sceneIndex: number) => number;
};

/**
 * Finds the ids of a page of rows along a lineage and one more, in counting order. Queries each session for no more
 * than the page holds, newest or oldest first, until the page is full. Rows the branch does not show are not read.
 */
export async function findLineageIds(
  database: Database,
  table: PagedTable,
  lineage: Lineage,
  request: PageRequest<number>,
): Promise<string[]> {
  const { from, limit } = request;
  const steps = from === 'start' ? lineage : lineage.toReversed();
  const found: PlacedRow[] = [];
  for (let start = 0; start < steps.length && found.length <= limit; start += STEPS_AT_ONCE) {
    const selects = steps.slice(start, start + STEPS_AT_ONCE).map((step) => selectOf(table, step, request));
    found.push(...sorted(await queryUnion<PlacedRow>(database, selects), from));
  }
  return found.slice(0, limit + 1).map(({ id }) => id);
}

/** Finds the same for several lineages, read together: one list of ids for each. */
export async function findLineageIdsForEach(
  database: Database,
  table: PagedTable,
  lineages: readonly Lineage[],
  request: PageRequest<number>,
): Promise<string[][]> {
  const selects = lineages.flatMap((lineage, owner) =>
    lineage.map((step) => {
      const { sql, values } = selectOf(table, step, request);
      return { sql: `select *, ${owner} as owner from (${sql}) as step`, values };
    }),
  );
  const rows = await queryUnion<PlacedRow & { readonly owner: number }>(database, selects);
  const owned = Map.groupBy(rows, ({ owner }) => owner);
  return lineages.map((_, owner) =>
    sorted(owned.get(owner) ?? [], request.from)
      .slice(0, request.limit + 1)
      .map(({ id }) => id),
  );
}

/** Builds the query for the rows of one session that a page along a lineage can need. */
function selectOf(
  { table, order, lastOf }: PagedTable,
  { sessionId, upTo }: Lineage[number],
  { from, limit, after, before }: PageRequest<number>,
): SelectQuery {
  const last = before === null ? lastOf(upTo) : Math.min(lastOf(upTo), before - 1);
  const first = after === null ? 0 : after + 1;
  const direction = from === 'start' ? 'asc' : 'desc';
  return {
    sql: `select id, ${order} as place from ${table} where session_id = ? and ${order} between ? and ? order by ${order} ${direction} limit ?`,
    values: [sessionId, first, last, limit + 1],
  };
}

function sorted<Row extends PlacedRow>(rows: readonly Row[], from: PageRequest['from']): Row[] {
  return rows.toSorted((a, b) => (from === 'start' ? a.place - b.place : b.place - a.place));
}
