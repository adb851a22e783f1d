export type Within<Item> = { readonly taken: readonly Item[]; readonly tokens: number };

/** The first items that fit into a budget; one that does not is passed over for a smaller one. */
export function within<Item extends { readonly tokens: number }>(
  budget: number,
  items: readonly Item[],
): Within<Item>;
export function within<Item>(
  budget: number,
  items: readonly Item[],
  costOf: (item: Item) => number,
): Within<Item>;
export function within<Item extends { readonly tokens?: number }>(
  budget: number,
  items: readonly Item[],
  costOf: (item: Item) => number = ({ tokens = 0 }) => tokens,
): Within<Item> {
  const taken: Item[] = [];
  let tokens = 0;
  for (const item of items) {
    const cost = costOf(item);
    if (tokens + cost > budget) continue;
    taken.push(item);
    tokens += cost;
  }
  return { taken, tokens };
}
