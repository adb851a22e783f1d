/** Values of which the first is on its way. */
export type Begun<Value> = AsyncIterable<Value> & {
  /** Does what is to be done before anybody reads. When that fails, the values are closed, for nobody will read them. */
  readonly meanwhile: <Made>(work: () => Made) => Promise<Made>;
};

/**
 * The same values, the first of them asked for at once instead of when somebody waits for it: what is to be done meanwhile need not
 * be done before.
 */
export function begun<Value>(values: AsyncGenerator<Value>): Begun<Value> {
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
    meanwhile: async (work) => {
      try {
        return work();
      } catch (error) {
        await values.return(undefined).catch(() => {});
        throw error;
      }
    },
  };
}
