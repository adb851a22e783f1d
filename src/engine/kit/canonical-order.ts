type Plain = Readonly<Record<string, unknown>>;

/** Thrown within this file alone: no object can hold these keys in the order of their letters. */
const CANNOT_BE_HELD = Symbol('keys that sort themselves');

/**
 * An equal value whose objects hold their keys sorted and nothing undefined, as if it had been written as canonical JSON and read
 * again. Whatever is in order already stays the very same object, so that values go on sharing their parts. Null for a value with
 * numeric keys that JavaScript insists on holding in another order. Refuses what JSON would silently change.
 */
export function inCanonicalOrder<Value>(value: Value): { readonly value: Value } | null {
  try {
    // What comes back differs in the order of its keys alone.
    return { value: ordered(value) as Value };
  } catch (error) {
    if (error === CANNOT_BE_HELD) return null;
    throw error;
  }
}

function ordered(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
    return value;
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  return Array.isArray(value) ? orderedList(value) : orderedObject(value as Plain);
}

function orderedList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const item = ordered(list[at] ?? null);
    if (item === list[at]) continue;
    copy ??= [...list];
    copy[at] = item;
  }
  return copy ?? list;
}

function orderedObject(object: Plain): Plain {
  const keys = Object.keys(object);
  if (!isPlain(object) || !isSorted(keys)) return sortedCopy(object, keys);
  let copy: Record<string, unknown> | null = null;
  for (const key of keys) {
    const item = object[key];
    if (item === undefined) return sortedCopy(object, keys);
    const own = ordered(item);
    if (own === item) continue;
    copy ??= { ...object };
    copy[key] = own;
  }
  return copy ?? object;
}

function sortedCopy(object: Plain, keys: readonly string[]): Plain {
  const entries = keys
    .toSorted()
    .flatMap((key): [string, unknown][] => (object[key] === undefined ? [] : [[key, ordered(object[key])]]));
  // Also an own key called __proto__ stays a key.
  const copy: Plain = Object.fromEntries(entries);
  if (!isSorted(Object.keys(copy))) throw CANNOT_BE_HELD;
  return copy;
}

/** What is of a class may write itself in its own way; a copy of its fields does not. */
function isPlain(object: Plain): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

function isSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) {
    if ((keys[at - 1] ?? '') > (keys[at] ?? '')) return false;
  }
  return true;
}
