import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound, plainFailure } from './failure.ts';

/** A session cannot be changed while a turn is being played in it, or because another goes on. */
export const SessionInUse = plainFailure(
  'SessionInUse',
  'A turn is being played, or another session of the campaign goes on. Nothing was changed.',
);

export const SESSION_FAILURES = [SessionInUse, InvalidInput, NotFound] as const;

/** A refusal of the engine as the failure of an API that takes its arguments under these names. */
export function sessionFailure({ rejected: code, reason, path = [] }: Rejection): Failure {
  const where = path.map(String);
  if (code.startsWith('unknown-')) return notFound(where, reason);
  if (code === 'turn-running' || code === 'session-active') {
    return {
      failure: 'SessionInUse',
      code: code.toUpperCase().replace('-', '_'),
      message: reason,
      path: where,
    };
  }
  return invalidInput(where, reason);
}

export function madeOr<Value extends object>(value: Value | Rejection): Value | Failure {
  return isRejection(value) ? sessionFailure(value) : value;
}

/** A payload that carries a session. */
export type WithSession = { readonly session: SessionRecord };
