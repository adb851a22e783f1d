type Plain = Readonly<Record<string, unknown>>;

/** Thrown within this file alone: no object can hold these keys in the order of their letters. */
const CANNOT_BE_HELD = Symbol('keys that sort themselves');

/**
 * An equal value whose objects hold their keys sorted and nothing undefined, as if it had been written as canonical JSON and read
 * again. Whatever is in order already stays the very same object, so that values go on sharing their parts. Null for a value with
 * numeric keys that JavaScript insists on holding in another order. Refuses what JSON would silently change.
 */
export function inCanonicalOrder<Value>(value: Value): { readonly value: Value } | null {
  return inOrder(value, pass);
}

/**
 * The same, for a value that nobody changes any more: its parts are remembered as being in order, and never looked into again,
 * whichever later value shares them.
 */
export function settledInOrder<Value>(value: Value): { readonly value: Value } | null {
  return inOrder(value, remember);
}

function inOrder<Value>(value: Value, onOrdered: OnOrdered): { readonly value: Value } | null {
  try {
    // What comes back differs in the order of its keys alone.
    return { value: ordered(value, onOrdered) as Value };
  } catch (error) {
    if (error === CANNOT_BE_HELD) return null;
    throw error;
  }
}

type OnOrdered = (part: object) => void;

const settled = new WeakSet<object>();
const remember: OnOrdered = (part) => settled.add(part);
const pass: OnOrdered = () => {};

function ordered(value: unknown, onOrdered: OnOrdered): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
    return value;
  }
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  if (settled.has(value)) return value;
  const part = Array.isArray(value)
    ? orderedList(value, onOrdered)
    : orderedObject(value as Plain, onOrdered);
  onOrdered(part);
  return part;
}

function orderedList(list: readonly unknown[], onOrdered: OnOrdered): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const item = ordered(list[at] ?? null, onOrdered);
    if (item === list[at]) continue;
    copy ??= [...list];
    copy[at] = item;
  }
  return copy ?? list;
}

function orderedObject(object: Plain, onOrdered: OnOrdered): Plain {
  const keys = Object.keys(object);
  if (!isPlain(object) || !isSorted(keys)) return sortedCopy(object, keys, onOrdered);
  let copy: Record<string, unknown> | null = null;
  for (const key of keys) {
    const item = object[key];
    if (item === undefined) return sortedCopy(object, keys, onOrdered);
    const own = ordered(item, onOrdered);
    if (own === item) continue;
    copy ??= { ...object };
    copy[key] = own;
  }
  return copy ?? object;
}

function sortedCopy(object: Plain, keys: readonly string[], onOrdered: OnOrdered): Plain {
  const entries = keys
    .toSorted()
    .flatMap((key): [string, unknown][] =>
      object[key] === undefined ? [] : [[key, ordered(object[key], onOrdered)]],
    );
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
