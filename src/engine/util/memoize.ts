/** As many characters as one memory holds in each of its two halves. */
const CHARACTERS = 2_000_000;

/**
 * A pure function of a text that remembers what it said of the texts it saw lately. When its memory is full, whatever was not
 * asked for since it was half full is forgotten.
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

/** Works something out once for each object and keeps it as long as the object lives. */
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

/** Works something out when it is first asked for, and only then. */
export function createLazy<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
