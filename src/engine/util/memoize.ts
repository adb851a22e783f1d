const MAX_CHARACTERS = 4_000_000;

/**
 * Memoizes a pure function of a text. Keeps the results in two generations. When the younger one holds half of the characters,
 * the older one is dropped with every result that was not used since.
 */
export function memoizeText<Said extends string | number | boolean | object>(
  say: (text: string) => Said,
  maxCharacters = MAX_CHARACTERS,
): (text: string) => Said {
  let young = new Map<string, Said>();
  let old = new Map<string, Said>();
  let characters = 0;
  const keep = (text: string, said: Said): void => {
    young.set(text, said);
    characters += text.length || 1;
    if (characters <= maxCharacters / 2) return;
    old = young;
    young = new Map();
    characters = 0;
  };
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    if (text.length > maxCharacters) return say(text);
    const own = copyText(text);
    const said = old.get(text) ?? say(own);
    keep(own, said);
    return said;
  };
}

/** V8 copies shorter texts when it cuts them out of others. */
const LEAST_CUT = 13;

/** Copies a text. One that was cut out of another keeps that other in memory as long as it lives. */
function copyText(text: string): string {
  // The cut now refers to a text that nothing else refers to, and that is one character longer.
  return text.length < LEAST_CUT ? text : ` ${text}`.slice(1);
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
