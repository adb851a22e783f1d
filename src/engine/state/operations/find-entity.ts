import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from '../nearest-name.ts';
import type { Snapshot } from '../snapshot.ts';

/** There is nobody and nothing of that id; says which id of the same kind comes closest. */
export function unknownEntity(snapshot: Snapshot, id: string, path: readonly (string | number)[]): Rejection {
  const prefix = id.slice(0, id.indexOf('_') + 1);
  const known = Object.keys(snapshot.entities).filter((key) => key.startsWith(prefix));
  return reject('unknown-entity', `Nothing here has the id ${id}.${suggestion(id, known)}`, path);
}
