/** Map with a maximum size; evicts the oldest insertion. */
export type LruCache<Value> = {
  readonly get: (name: string) => Value | undefined;
  readonly has: (name: string) => boolean;
  /** Inserts a value as the newest, also when its name is already present. */
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
