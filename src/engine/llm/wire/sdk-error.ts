import type { Clock } from '#engine/util/clock.ts';
import { Secret } from '#engine/util/secret.ts';
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

/** What an SDK threw, as our own error. What holds the words of a provider goes into its detail. */
export function sdkError(id: string, thrown: unknown, errors: SdkErrors, clock: Clock): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const detail = new Secret(thrown instanceof Error ? thrown.message : String(thrown));
  const lost = { retryable: true, detail };
  if (thrown instanceof errors.timeout) return providerFault(id, 'timeout', lost);
  if (thrown instanceof errors.connection) return providerFault(id, 'connection-lost', lost);
  if (thrown instanceof errors.answered) return answeredError(id, thrown, detail, clock);
  if (thrown instanceof SyntaxError) return providerFault(id, 'malformed-reply', lost);
  // What remains is a body that broke off: fetch throws a bare TypeError for it.
  return providerFault(id, 'connection-lost', lost);
}

function answeredError(id: string, answer: Answered, detail: Secret, clock: Clock): ProviderError {
  const { fault, retryable } = faultOf(answer.status, answer.type ?? answer.code);
  // A key that was accepted but has no money behind it answers 429, and asking again does not help.
  const spent = answer.code === 'insufficient_quota';
  const wait = retryAfterMs(answer.headers, clock());
  return providerFault(id, spent ? 'unauthorized' : fault, {
    retryable: retryable && !spent,
    detail,
    ...(answer.status === undefined ? {} : { status: answer.status }),
    ...(wait === null ? {} : { retryAfterMs: wait }),
  });
}
