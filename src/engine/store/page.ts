/** Sort key of a list: rows added later never move the position it names. */
export type PageKey = string | number;

/** Range of a list by the keys around it, never by a count, so that it stays stable while rows are added. */
export type PageRequest<Key extends PageKey = string> = {
  readonly limit: number;
  /** End of the range to count from. */
  readonly from: 'start' | 'end';
  readonly after: Key | null;
  readonly before: Key | null;
};

/** Page of a list, always in the list's own order, counted from either end. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** True when the list goes on past the limit, on the side the counting went to. */
  readonly hasMore: boolean;
};

type Order = 'asc' | 'desc';

type PageQuery<Key> = {
  /** Null when the page is not bounded by any key. */
  readonly range: { $gt?: Key; $lt?: Key } | null;
  readonly order: Order;
  readonly limit: number;
};

/**
 * Returns the condition, order and limit that fetch a page and one row more. The extra row shows whether there is
 * more.
 */
export function toPageQuery<Key extends PageKey>(request: PageRequest<Key>, order: Order): PageQuery<Key> {
  const { after, before, from, limit } = request;
  const above = order === 'asc' ? after : before;
  const below = order === 'asc' ? before : after;
  const range = { ...(above === null ? {} : { $gt: above }), ...(below === null ? {} : { $lt: below }) };
  const flipped = order === 'asc' ? 'desc' : 'asc';
  return {
    range: above === null && below === null ? null : range,
    order: from === 'start' ? order : flipped,
    limit: limit + 1,
  };
}

/** Turns the rows of a page query into the page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  { limit, from }: Pick<PageRequest, 'limit' | 'from'>,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const items = rows.slice(0, limit).map(itemOf);
  return { items: from === 'start' ? items : items.reverse(), hasMore: rows.length > limit };
}
