import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from '../nearest-name.ts';
import type { Assignment } from './assignment.ts';

export function unknownField({ path }: Assignment, known: readonly string[]): Rejection {
  const field = path.at(-1) ?? '';
  return reject('unknown-path', `The state has no ${path.join('.')}.${suggestion(field, known)}`, path);
}

export function wrongValue({ path, value }: Assignment, right: string): Rejection {
  const found = JSON.stringify(value).slice(0, 60);
  return reject('wrong-value', `${path.join('.')} cannot be ${found}; write ${right}.`, path);
}

export function derived({ path }: Assignment, from: string): Rejection {
  return reject('derived-field', `${path.join('.')} is not kept: the engine reckons it from ${from}.`, path);
}

export function replacesParent({ path }: Assignment, example: string): Rejection {
  return reject(
    'replaces-parent',
    `${path.join('.')} cannot be replaced whole; name what changes, like ${example}.`,
    path,
  );
}

/** A shape the protocol forbids, with the right one beside it. */
export function wrongShape({ path }: Assignment, fault: string, right: string): Rejection {
  return reject('wrong-shape', `${path.join('.')} ${fault}; write ${right}`, path);
}
