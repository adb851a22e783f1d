import { LRUCache } from 'lru-cache';

/** Map with a maximum size; evicts the least recently used entry. */
export type LruCache<Key extends string | number, Value extends object | string> = Pick<
  LRUCache<Key, Value>,
  'get' | 'has' | 'set' | 'delete' | 'keys'
>;

/** Creates a cache for a number of entries. Reading an entry makes it the most recently used. */
export function createLruCache<Key extends string | number, Value extends object | string>(
  maxEntries: number,
): LruCache<Key, Value> {
  return new LRUCache({ max: maxEntries });
}

/** Creates a cache of results by text, for a number of characters in all texts. A longer text is not cached. */
export function createTextCache<Value extends object | string | number | boolean>(
  maxCharacters: number,
): Pick<LRUCache<string, Value>, 'get' | 'set'> {
  // The library knows no entry without a size.
  return new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_value, text) => text.length || 1 });
}
