import type { Page, PageKey, PageRequest } from '#engine/store/page.ts';
import { badRequest } from './bad-request.ts';

const MOST = 100;
const USUAL = 20;

export type ConnectionArgs = {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
};

/** Reads a connection's arguments, or refuses them with a sentence that says what would be right. */
export function pageRequest<Key extends PageKey>(
  { first, last, after, before }: ConnectionArgs,
  keyOf: (text: string) => Key | null,
): PageRequest<Key> {
  if (first != null && last != null) throw badRequest('first', 'give `first` or `last`, not both');
  const [name, count] = last == null ? ['first', first ?? USUAL] : ['last', last];
  if (count < 1 || count > MOST) throw badRequest(name, `${count} is not a number from 1 to ${MOST}`);
  return {
    limit: count,
    from: last == null ? 'start' : 'end',
    after: keyFrom('after', after, keyOf),
    before: keyFrom('before', before, keyOf),
  };
}

/** The names and descriptions of a connection and its edges, for `t.connection`. */
export function connectionNames(item: string, many: string) {
  return [
    { name: `${item}Connection`, description: `A page of ${many}.` },
    { name: `${item}Edge`, description: `One of the ${many} of a page, with its cursor.` },
  ] as const;
}

/** Keys that are ids, and keys that are numbers. */
export const textKey = (text: string): string | null => (text.length <= 64 ? text : null);
export const numberKey = (text: string): number | null => (/^\d{1,10}$/.test(text) ? Number(text) : null);

/** A page as the connection it was asked for. */
export function connectionOf<Key extends PageKey, Item>(
  page: Page<Item>,
  request: PageRequest<Key>,
  keyOf: (item: Item) => Key,
) {
  return connectionPage(page, request, (item) => encode(keyOf(item)));
}

/** The same for items that have cursors of their own. */
export function connectionPage<Key extends PageKey, Item>(
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
    throw badRequest(name, 'this is not a cursor of this connection; pass back the `cursor` of an edge');
  return key;
}

function encode(key: PageKey): string {
  return Buffer.from(`k:${key}`).toString('base64url');
}
