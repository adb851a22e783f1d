import { connect, type Table } from '@lancedb/lancedb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toHistoryRow } from '#retrieval/index/rows.ts';
import { createTableCache, type TableCache } from '#retrieval/index/table-cache.ts';
import { HISTORY_LAYOUT, toArrowSchema } from '#retrieval/index/table-layout.ts';
import { mergeRows } from '#retrieval/index/table-rows.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry } from './harbour.ts';

const KEY = 'history:c1';
const row = (id: string, visibleTo: 'everyone' | readonly string[] = 'everyone') =>
  toHistoryRow(entry({ id, text: 'A bell rang.', visibleTo }));

let folder: ReturnType<typeof temporaryFolder>;
let table: Table;
/** The same table as another server has it open. */
let foreign: Table;
let shelves: TableCache;
beforeEach(async () => {
  folder = temporaryFolder();
  table = await (await connect(folder.path)).createEmptyTable('t', toArrowSchema(HISTORY_LAYOUT, null));
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
