import { createHash } from 'node:crypto';

const MOST = 48;

/** Converts a name to an id: `Mother Orrin’s Cup` becomes `mother_orrins_cup`. Names in other scripts become a hash behind `otherwise`. */
export function toSlug(name: string, otherwise = 'a'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const id = words.join('_').slice(0, MOST).replace(/_$/, '');
  if (/^[a-z]/.test(id)) return id;
  const rest = id === '' ? createHash('sha256').update(name).digest('hex').slice(0, 8) : id;
  return `${otherwise}_${rest}`;
}

/** Gives every name an id of its own, in the order in which they come. */
export class UniqueSlugs {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  idFor(name: string, otherwise = 'a'): string {
    const base = toSlug(name, otherwise);
    let id = base;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${base}_${count}`;
    this.#taken.add(id);
    return id;
  }
}
