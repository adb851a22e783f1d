import type { Clock } from '#engine/kit/clock.ts';
import { ProviderError } from '../provider.ts';
import { faultOf, providerFault } from './provider-fault.ts';
import { retryAfterMs } from './retry-after.ts';

type ErrorClass<Instance = Error> = abstract new (...args: never[]) => Instance;

/** What an SDK keeps of an answer that was an error. */
type Answered = {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly type?: string | null | undefined;
  readonly code?: string | null | undefined;
};

/** The error classes of one SDK. Both come from the same generator and differ only in whose they are. */
export type SdkErrors = {
  readonly timeout: ErrorClass;
  readonly connection: ErrorClass;
  readonly answered: ErrorClass<Answered & Error>;
};

/** What an SDK threw, as our own error. */
export function sdkError(id: string, cause: unknown, errors: SdkErrors, clock: Clock): ProviderError {
  if (cause instanceof ProviderError) return cause;
  if (cause instanceof errors.timeout) return providerFault(id, 'timeout', { retryable: true, cause });
  if (cause instanceof errors.connection)
    return providerFault(id, 'connection-lost', { retryable: true, cause });
  if (cause instanceof errors.answered) return answeredError(id, cause, clock);
  if (cause instanceof SyntaxError) return providerFault(id, 'malformed-reply', { retryable: true, cause });
  // What remains is a body that broke off: fetch throws a bare TypeError for it.
  return providerFault(id, 'connection-lost', { retryable: true, cause });
}

function answeredError(id: string, cause: Answered, clock: Clock): ProviderError {
  const { fault, retryable } = faultOf(cause.status, cause.type ?? cause.code);
  // A key that was accepted but has no money behind it answers 429, and asking again does not help.
  const spent = cause.code === 'insufficient_quota';
  const wait = retryAfterMs(cause.headers, clock());
  return providerFault(id, spent ? 'unauthorized' : fault, {
    retryable: retryable && !spent,
    cause,
    ...(cause.status === undefined ? {} : { status: cause.status }),
    ...(wait === null ? {} : { retryAfterMs: wait }),
  });
}
