import { connectionOf, pageRequest } from './connection.ts';
import { pageOfList } from './page-of-list.ts';

/** Keys of connections that are ids of contents: `pack:id`, both of at most 60 characters. */
export const contentKey = (text: string): string | null => (text.length <= 121 ? text : null);

/** The page that a connection's arguments ask for, of contents in the order of their ids. */
export function contentPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  args: Parameters<typeof pageRequest>[0],
) {
  const request = pageRequest(args, contentKey);
  const idOf = ({ id }: Item) => id;
  return connectionOf(pageOfList(items, request, idOf), request, idOf);
}
