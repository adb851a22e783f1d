import { isForbiddenKey, MAX_JSON_DEPTH, MAX_JSON_NODES } from '../records/bounds.ts';

export type Sifted = {
  /** The updates without those keys, and without objects that held nothing else. */
  readonly kept: unknown;
  /** Where the forbidden keys stood. */
  readonly forbidden: readonly (readonly string[])[];
};

const EMPTIED = Symbol('held nothing else');

/** Takes the keys no state may hold out of updates, so that each refuses only itself. */
export function siftForbiddenKeys(updates: unknown): Sifted {
  const forbidden: (readonly string[])[] = [];
  let nodes = 0;

  // Beyond the bounds of JSON nothing is sifted: such updates are refused whole.
  const sift = (value: unknown, path: readonly string[]): unknown => {
    nodes += 1;
    const isPlain = typeof value !== 'object' || value === null;
    if (isPlain || path.length > MAX_JSON_DEPTH || nodes > MAX_JSON_NODES) return value;
    if (Array.isArray(value))
      return value.map((item, index) => orEmpty(sift(item, [...path, String(index)])));
    const entries = Object.entries(value);
    const kept = entries.flatMap(([key, part]): [string, unknown][] => {
      if (isForbiddenKey(key)) forbidden.push([...path, key]);
      const sifted = isForbiddenKey(key) ? EMPTIED : sift(part, [...path, key]);
      return sifted === EMPTIED ? [] : [[key, sifted]];
    });
    return kept.length === 0 && entries.length > 0 ? EMPTIED : Object.fromEntries(kept);
  };

  return { kept: orEmpty(sift(updates, [])), forbidden };
}

function orEmpty(sifted: unknown): unknown {
  return sifted === EMPTIED ? {} : sifted;
}
