/** Default number of characters in each of the two generations of a cache. */
const CHARACTERS = 2_000_000;

/**
 * Memoizes a pure function of a text, with a cache of two generations. When the newer one is full, it becomes the
 * older one. Results in the older one that were not requested in the meantime are dropped.
 */
export function memoizeText<Said extends string | number | boolean | object>(
  say: (text: string) => Said,
  characters = CHARACTERS,
): (text: string) => Said {
  let recent = new Map<string, Said>();
  let older = new Map<string, Said>();
  let held = 0;
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const said = older.get(text) ?? say(text);
    if (held + text.length > characters) {
      older = recent;
      recent = new Map();
      held = 0;
    }
    recent.set(text, said);
    held += text.length;
    return said;
  };
}

/** Computes a value once for each object and keeps it as long as the object lives. */
export function memoizeByObject<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, { readonly value: Made }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** Computes a value on the first call, and only then. */
export function createLazy<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
