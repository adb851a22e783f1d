import type { Part, Parts } from './parts.ts';

/** A field of a snapshot, or a record in it. */
type Path = readonly [string] | readonly [string, string];

type Change = { readonly path: Path; readonly text: string };

/** What makes one snapshot of another. `texts` stand in the order of `changed`. */
export type Changes = {
  readonly changed: readonly Path[];
  readonly gone: readonly Path[];
  readonly texts: readonly string[];
};

export function changesBetween(base: Parts, next: Parts): Changes {
  const found = [...next].flatMap(([name, part]) => changesOf(name, base.get(name), part));
  const gone = [...base].flatMap(([name, part]) => goneOf(name, part, next.get(name)));
  return { changed: found.map(({ path }) => path), gone, texts: found.map(({ text }) => text) };
}

function changesOf(name: string, before: Part | undefined, after: Part): readonly Change[] {
  if (typeof after === 'string') return after === before ? [] : [{ path: [name], text: after }];
  return [...after].flatMap(([record, text]) => {
    const isSame = typeof before === 'object' && before.get(record) === text;
    return isSame ? [] : [{ path: [name, record] as const, text }];
  });
}

function goneOf(name: string, before: Part, after: Part | undefined): readonly Path[] {
  if (after === undefined) return [[name]];
  if (typeof before === 'string' || typeof after === 'string') return [];
  return [...before.keys()].flatMap((record) => (after.has(record) ? [] : [[name, record] as const]));
}

export function withChanges(base: Parts, { changed, gone, texts }: Changes): Parts {
  const fields = new Map<string, string | Map<string, string>>(
    [...base].map(([name, part]) => [name, typeof part === 'string' ? part : new Map(part)]),
  );
  for (const [name, record] of gone) {
    const part = fields.get(name);
    if (record === undefined) fields.delete(name);
    else if (part instanceof Map) part.delete(record);
  }
  for (const [index, [name, record]] of changed.entries()) {
    const text = texts[index] ?? '';
    const part = fields.get(name);
    if (record === undefined) fields.set(name, text);
    else if (part instanceof Map) part.set(record, text);
    else fields.set(name, new Map([[record, text]]));
  }
  return fields;
}

/** What the base says where the changes are: much like what they say. */
export function saidBefore(base: Parts, changed: readonly Path[]): readonly string[] {
  return changed.flatMap(([name, record]) => {
    const part = base.get(name);
    if (part === undefined) return [];
    if (typeof part === 'string') return [part];
    return record === undefined ? [] : (part.get(record) ?? []);
  });
}
