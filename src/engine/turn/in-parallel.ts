/** Runs work on every item, so many at a time, and gives the results in the items' order. Waits for all that began. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  let failure: { readonly error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && failure === null; next = queue.shift()) {
      const [index, item] = next;
      try {
        results[index] = await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  // TypeScript does not see that the workers assign it.
  const failed = failure as { readonly error: unknown } | null;
  if (failed !== null) throw failed.error;
  return results;
}
