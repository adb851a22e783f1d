import { type Page, type PageKey, type PageRequest, pageOf, pageQuery } from './page.ts';
import type { Database } from './rows/database.ts';

type Listed = {
  readonly table: 'turn';
  /** The column that orders the list of one session. */
  readonly key: 'id';
};

type Tables = Record<Listed['table'], Record<'id' | 'session_id', string | number>>;

/**
 * The same page of several sessions' lists with two queries, however many sessions there are: the first ranks the rows of
 * each session and keeps the ids within the page, the second, `read`, fetches those rows.
 */
export async function pagesOfSessions<Key extends PageKey, Item extends { readonly id: string }>(
  database: Database,
  { table, key }: Listed,
  sessionIds: readonly string[],
  request: PageRequest<Key>,
  read: (ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<ReadonlyMap<string, Page<Item>>> {
  const { range, order, limit } = pageQuery(request, 'asc');
  const ranked = await database.orm
    .getKysely<Tables>()
    .selectFrom((from) => {
      let rows = from
        .selectFrom(table)
        .select(({ fn }) => [
          'id',
          'session_id as owner',
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('session_id').orderBy(key, order))
            .as('place'),
        ])
        .where('session_id', 'in', [...sessionIds]);
      if (range?.$gt !== undefined) rows = rows.where(key, '>', range.$gt);
      if (range?.$lt !== undefined) rows = rows.where(key, '<', range.$lt);
      return rows.as('ranked');
    })
    .select(['id', 'owner'])
    .where('place', '<=', limit)
    .orderBy('owner')
    .orderBy('place')
    .execute();
  const items = new Map((await read(ranked.map(({ id }) => String(id)))).map((item) => [item.id, item]));
  return new Map(
    sessionIds.map((sessionId) => {
      const own = ranked.filter(({ owner }) => owner === sessionId);
      const rows = own.flatMap(({ id }) => items.get(String(id)) ?? []);
      return [sessionId, pageOf(rows, request, (item) => item)];
    }),
  );
}
