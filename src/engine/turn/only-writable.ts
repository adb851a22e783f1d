import { written } from './written-early.ts';

/** Lists by name, each without what JSON cannot hold; a value that is no list is all or nothing. `cuts` names those that lost something. */
export function onlyWritable<Parts extends Readonly<Record<string, unknown>>>(
  parts: Parts,
): { readonly kept: Parts; readonly cuts: readonly string[] } {
  const cuts = Object.keys(parts).filter((name) => !isWritable(parts[name]));
  const rest = cuts.map((name) => [name, writableOf(parts[name])]);
  // Lists stay lists of what they listed, and everything else is among the parts that may be null.
  return { kept: { ...parts, ...Object.fromEntries(rest) } as Parts, cuts };
}

function writableOf(part: unknown): unknown {
  return Array.isArray(part) ? part.filter(isWritable) : null;
}

function isWritable(value: unknown): boolean {
  try {
    written(value);
    return true;
  } catch {
    return false;
  }
}
