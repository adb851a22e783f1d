import { type Connection, connect, type Table } from '@lancedb/lancedb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toAuthoredRow, toHistoryRow, toVectorColumns } from '#retrieval/index/rows.ts';
import { createTableCache, type TableCache } from '#retrieval/index/table-cache.ts';
import { AUTHORED_LAYOUT, HISTORY_LAYOUT, toArrowSchema } from '#retrieval/index/table-layout.ts';
import { mergeRows } from '#retrieval/index/table-rows.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry } from './harbour.ts';

const KEY = 'history:c1';
const row = (id: string, visibleTo: 'everyone' | readonly string[] = 'everyone') =>
  toHistoryRow(entry({ id, text: 'A bell rang.', visibleTo }));

let folder: ReturnType<typeof temporaryFolder>;
let connection: Connection;
let table: Table;
/** The same table as another server has it open. */
let foreign: Table;
let shelves: TableCache;
beforeEach(async () => {
  folder = temporaryFolder();
  connection = await connect(folder.path);
  table = await connection.createEmptyTable('t', toArrowSchema(HISTORY_LAYOUT, null));
  await mergeRows(table, [row('seen')]);
  foreign = await (await connect(folder.path)).openTable('t');
  shelves = createTableCache(1_000);
});
afterEach(() => {
  table.close();
  foreign.close();
  folder.remove();
});

const held = async () => {
  const shelf = await shelves.of({ key: KEY, table, generation: 1, columns: HISTORY_LAYOUT.read });
  if (shelf === null) throw new Error('so few rows are held');
  return shelf;
};
const whoSees = async (id: string) => (await held()).get(id)?.row.visible_to;

/** Another server hides a row, and this one learns that the table has changed, but not how. */
const hideElsewhere = async (id: string) => {
  await foreign.checkoutLatest();
  await mergeRows(foreign, [row(id, ['ben'])]);
  await table.checkoutLatest();
};

it('puts what it writes beside what it holds, without reading the table again', async () => {
  const before = await held();
  await shelves.alongside(KEY, table, [row('next')], () => mergeRows(table, [row('next')]));

  expect(await held()).toBe(before);
  expect(before.get('next')).not.toBeNull();
});

it.each([
  ['before', async () => [await hideElsewhere('seen'), await mergeRows(table, [row('next')])].at(-1)],
  [
    'after',
    async () => {
      const written = await mergeRows(table, [row('next')]);
      await hideElsewhere('seen');
      return written;
    },
  ],
])('reads again what another server hid just %s its own write', async (_when, write) => {
  expect(await whoSees('seen')).toEqual(['*']);
  await shelves.alongside(KEY, table, [row('next')], async () => (await write()) ?? 0);

  expect(await whoSees('seen')).toEqual(['ben']);
  expect(await whoSees('next')).toEqual(['*']);
});

it('has what it wrote while the rows were being read for the first time', async () => {
  const reading = held();
  await shelves.alongside(KEY, table, [row('next')], () => mergeRows(table, [row('next')]));
  await reading;

  expect(await whoSees('next')).toEqual(['*']);
});

it('goes on serving what it holds while the table is tidied up, and reads it again after that', async () => {
  const before = await held();
  let meanwhile: unknown = null;
  await shelves.renewed(KEY, async () => {
    await hideElsewhere('seen');
    meanwhile = await held();
  });

  expect(meanwhile).toBe(before);
  expect(await whoSees('seen')).toEqual(['ben']);
});

it('finds rows by the places they moved to', async () => {
  const shelf = await held();
  await shelves.alongside(KEY, table, [row('next')], () => mergeRows(table, [row('next')]));
  await table.optimize();
  const places = (await table.query().select(['id']).withRowId().toArray()).map(({ _rowid }) =>
    Number(_rowid),
  );

  expect((await shelf.at(places)).map((one) => one?.id).toSorted()).toEqual(['next', 'seen']);
});

const ACROSS = Float32Array.of(1, 0);
const UP = Float32Array.of(0, 1);
const cut = (id: string, whole: Float32Array, pieces: readonly Float32Array[]) => ({
  ...toAuthoredRow(chunk({ id: `quay:${id}`, title: 'Harbour', text: id })),
  ...toVectorColumns([whole, ...pieces]),
});
/** A pack's table of two rows, one of which has as many pieces as are given. */
async function packTable(name: string, pieces: readonly Float32Array[]) {
  const made = await connection.createEmptyTable(name, toArrowSchema(AUTHORED_LAYOUT, 2));
  await mergeRows(made, [cut('long', ACROSS, pieces), cut('short', UP, [])]);
  return { key: `pack:${name}` as const, table: made, generation: 1, columns: AUTHORED_LAYOUT.read };
}

it('gives a long text the direction halfway to its nearest piece, of length 1', async () => {
  const cached = await shelves.of(await packTable('quay', [ACROSS, UP]));
  const long = cached?.get('quay:long');
  if (!cached || !long) throw new Error('the row is held');

  const vector = cached.nearestVector(long, UP);
  expect(vector?.[0]).toBeCloseTo(Math.SQRT1_2, 5);
  expect(vector?.[1]).toBeCloseTo(Math.SQRT1_2, 5);
  expect(cached.cosine(long, UP)).toBeCloseTo(0.5, 5);
  expect(cached.cosines(UP)[long.number]).toBeCloseTo(0.5, 1);
});

it('holds no table whose rows and pieces together are more than it may hold', async () => {
  const small = createTableCache(5);
  const pieces = (count: number) => Array.from({ length: count }, () => UP);

  expect((await small.of(await packTable('small', pieces(3))))?.size()).toBe(5);
  const large = await packTable('large', pieces(4));
  expect(await small.of(large)).toBeNull();
  await mergeRows(large.table, [cut('long', ACROSS, pieces(2))]);
  expect((await small.of(large))?.size()).toBe(4);
});

it('counts no pieces of a row that was replaced', async () => {
  const cached = await shelves.of(await packTable('quay', [ACROSS, UP, UP]));
  cached?.put([cut('long', ACROSS, [UP, UP])]);
  expect(cached?.size()).toBe(4);
  cached?.put([cut('short', UP, [ACROSS, UP])]);
  expect(cached?.size()).toBe(6);
  expect(Array.from(cached?.cosines(UP) ?? [], (cosine) => Math.round(cosine * 10))).toEqual([5, 10]);
});

it('lets go of the table not asked for the longest when rows and pieces of all are too many', async () => {
  const small = createTableCache(5);
  const sources = [];
  for (const name of ['a', 'b', 'c']) sources.push(await packTable(name, [UP, UP]));
  const [first, second, third] = sources;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three tables');
  const before = await small.of(first);
  const kept = await small.of(second);
  expect(await small.of(first)).toBe(before);
  await small.of(third);

  expect(await small.of(first)).toBe(before);
  expect(await small.of(second)).not.toBe(kept);
});
