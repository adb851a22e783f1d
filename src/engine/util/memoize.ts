import { createTextCache } from './lru-cache.ts';

const MAX_CHARACTERS = 4_000_000;

/** Memoizes a pure function of a text. Results for the least recently used texts are dropped. */
export function memoizeText<Said extends string | number | boolean | object>(
  say: (text: string) => Said,
  maxCharacters = MAX_CHARACTERS,
): (text: string) => Said {
  const results = createTextCache<Said>(maxCharacters);
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const said = say(text);
    results.set(text, said);
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
