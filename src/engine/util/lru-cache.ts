/** Values by name, and no more of them than so many: those that were put in longest ago go. */
export type LruCache<Value> = {
  readonly get: (name: string) => Value | undefined;
  readonly has: (name: string) => boolean;
  /** Puts a value in, as the latest, also where it was in already. */
  readonly put: (name: string, value: Value) => void;
};

export function createLruCache<Value>(most: number): LruCache<Value> {
  const kept = new Map<string, Value>();
  return {
    get: (name) => kept.get(name),
    has: (name) => kept.has(name),
    put: (name, value) => {
      kept.delete(name);
      kept.set(name, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
