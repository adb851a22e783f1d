const MOST = 48;

/** A name as an id: `Mother Orrin’s Cup` is `mother_orrins_cup`. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const id = words.join('_').slice(0, MOST).replace(/_$/, '');
  return /^[a-z]/.test(id) ? id : `a_${id}`.replace(/_$/, '');
}

/** Gives every name an id of its own, in the order in which they come. */
export class Ids {
  readonly #taken = new Set<string>();

  idFor(name: string): string {
    const base = slug(name);
    let id = base;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${base}_${count}`;
    this.#taken.add(id);
    return id;
  }
}
