/** As many characters as one memory holds in each of its two halves. */
const CHARACTERS = 2_000_000;

/**
 * A pure function of a text that remembers what it said of the texts it saw lately. When its memory is full, whatever was not
 * asked for since it was half full is forgotten.
 */
export function remembered<Said extends string | number | boolean | object>(
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
