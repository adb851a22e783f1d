import type { Page, PageKey, PageRequest } from '#engine/store/page.ts';

/** A page of a list that is in memory and sorted by its keys. */
export function pageOfList<Key extends PageKey, Item>(
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
