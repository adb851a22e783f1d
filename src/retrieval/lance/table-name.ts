import { createHash } from 'node:crypto';

/** Names what a table holds: one pack, or the history of one campaign. */
export type TableKey = `pack:${string}` | `history:${string}`;

const PLAIN = /^[A-Za-z0-9_-]{1,80}$/;

/** The name of a table in the folder. An id that could not be a file name is replaced by its digest. */
export function tableName(key: TableKey, generation: number): string {
  const [kind = '', ...rest] = key.split(':');
  const id = rest.join(':');
  const safe = PLAIN.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 40);
  return `${kind}.${safe}.${generation}`;
}
