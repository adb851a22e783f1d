/**
 * The same values, the first of them asked for at once instead of when somebody waits for it: what is to be done meanwhile need not
 * be done before.
 */
export function begun<Value>(values: AsyncGenerator<Value>): AsyncIterable<Value> {
  const first = values.next();
  // A failure is heard by whoever reads; until then it must not count as unheard.
  first.catch(() => {});
  let isFirst = true;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (!isFirst) return values.next();
        isFirst = false;
        return first;
      },
      return: () => values.return(undefined),
    }),
  };
}
