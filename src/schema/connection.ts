import type { Page, PageKey, PageRequest } from '#engine/store/page.ts';
import { createBadRequestError } from './errors.ts';

/** Largest page of a connection. */
export const MOST_ITEMS_PER_PAGE = 100;
const USUAL = 20;

export type ConnectionArgs = {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
};

/** Reads a connection's arguments. Refuses wrong ones with a sentence that names the right values. */
export function toPageRequest<Key extends PageKey>(
  { first, last, after, before }: ConnectionArgs,
  keyOf: (text: string) => Key | null,
): PageRequest<Key> {
  if (first != null && last != null) throw createBadRequestError('first', 'give `first` or `last`, not both');
  const [name, count] = last == null ? ['first', first ?? USUAL] : ['last', last];
  if (count < 1 || count > MOST_ITEMS_PER_PAGE)
    throw createBadRequestError(name, `${count} is not a number from 1 to ${MOST_ITEMS_PER_PAGE}`);
  return {
    limit: count,
    from: last == null ? 'start' : 'end',
    after: keyFrom('after', after, keyOf),
    before: keyFrom('before', before, keyOf),
  };
}

/** Returns the names and descriptions of a connection and its edges, for `t.connection`. */
export function defineConnectionNames(item: string, many: string) {
  return [
    { name: `${item}Connection`, description: `A page of ${many}.` },
    { name: `${item}Edge`, description: `One of the ${many} of a page, with its cursor.` },
  ] as const;
}

/** Keys that are ids, and keys that are numbers. */
export const parseTextKey = (text: string): string | null => (text.length <= 64 ? text : null);
export const parseNumberKey = (text: string): number | null =>
  /^\d{1,10}$/.test(text) ? Number(text) : null;

/** Converts a page to the requested connection. */
export function toConnection<Key extends PageKey, Item>(
  page: Page<Item>,
  request: PageRequest<Key>,
  keyOf: (item: Item) => Key,
) {
  return loadConnectionPage(page, request, (item) => encode(keyOf(item)));
}

/** The same for items that have cursors of their own. */
export function loadConnectionPage<Key extends PageKey, Item>(
  { items, hasMore }: Page<Item>,
  { from, after, before }: PageRequest<Key>,
  cursorOf: (item: Item) => string,
) {
  const edges = items.map((node) => ({ node, cursor: cursorOf(node) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: from === 'start' ? hasMore : before !== null,
      hasPreviousPage: from === 'end' ? hasMore : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function keyFrom<Key extends PageKey>(
  name: string,
  cursor: string | null | undefined,
  keyOf: (text: string) => Key | null,
): Key | null {
  if (cursor == null) return null;
  const match = /^k:(.*)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const key = match?.[1] === undefined ? null : keyOf(match[1]);
  if (key === null)
    throw createBadRequestError(
      name,
      'this is not a cursor of this connection; pass back the `cursor` of an edge',
    );
  return key;
}

function encode(key: PageKey): string {
  return Buffer.from(`k:${key}`).toString('base64url');
}

/** Returns a page of a list that is in memory and sorted by its keys. */
export function paginateList<Key extends PageKey, Item>(
  items: readonly Item[],
  { after, before, from, limit }: PageRequest<Key>,
  keyOf: (item: Item) => Key,
): Page<Item> {
  const sorted = [...items].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const within = sorted.filter((item) => {
    const key = keyOf(item);
    return (after === null || key > after) && (before === null || key < before);
  });
  const page = from === 'start' ? within.slice(0, limit) : within.slice(-limit);
  return { items: page, hasMore: within.length > limit };
}

/** Keys of connections that are ids of contents: `pack:id`, both of at most 60 characters, behind the mark of those that stand first. */
const parseContentKey = (text: string): string | null => (text.length <= 122 ? text : null);

/** Returns the page of contents that a connection's arguments ask for, in the order of their ids; some may stand first. */
export function paginateContents<Item extends { readonly id: string }>(
  items: readonly Item[],
  args: Parameters<typeof toPageRequest>[0],
  standsFirst: (item: Item) => boolean = () => false,
) {
  const request = toPageRequest(args, parseContentKey);
  const keyOf = (item: Item) => (standsFirst(item) ? `!${item.id}` : item.id);
  return toConnection(paginateList(items, request, keyOf), request, keyOf);
}
