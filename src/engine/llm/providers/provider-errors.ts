import type { Clock } from '#engine/util/clock.ts';
import { Secret } from '#engine/util/secret.ts';
import { ProviderError, type ProviderFault } from '../provider.ts';

const BY_STATUS: Readonly<Record<number, { readonly fault: ProviderFault; readonly retryable: boolean }>> = {
  400: { fault: 'bad-request', retryable: false },
  401: { fault: 'unauthorized', retryable: false },
  403: { fault: 'unauthorized', retryable: false },
  404: { fault: 'not-found', retryable: false },
  408: { fault: 'timeout', retryable: true },
  409: { fault: 'conflict', retryable: true },
  413: { fault: 'too-large', retryable: false },
  429: { fault: 'rate-limited', retryable: true },
  529: { fault: 'overloaded', retryable: true },
};

/** Errors that arrive inside a stream have a type instead of a status. */
const BY_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
  timeout_error: 408,
  rate_limit_exceeded: 429,
  server_error: 500,
  unavailable_error: 503,
};

/** Types and codes of errors that mean that a prompt is longer than the model's window, with any HTTP status. */
const OVERFLOWS: ReadonlySet<string> = new Set(['exceed_context_size_error', 'context_length_exceeded']);

const SAYING: Readonly<Record<ProviderFault, string>> = {
  'rate-limited': 'asks for fewer calls',
  overloaded: 'is overloaded',
  'server-error': 'failed on its side',
  conflict: 'could not take the call right now',
  timeout: 'took too long to answer',
  'connection-lost': 'could not be reached, or the connection broke',
  stalled: 'went silent in the middle of its reply',
  'circuit-open': 'failed repeatedly and is left alone for a while',
  unauthorized: 'did not accept the key',
  'bad-request': 'refused the request as malformed',
  'too-large': 'refused the request as too large',
  'not-found': 'does not know this model',
  'malformed-reply': 'answered in a form its protocol does not have',
};

/** Creates the error for a fault of a provider, with a message that holds neither key nor prompt. */
export function createProviderError(
  provider: string,
  fault: ProviderFault,
  details: {
    retryable: boolean;
    cause?: unknown;
    detail?: Secret;
    status?: number;
    retryAfterMs?: number;
  },
): ProviderError {
  const status = details.status === undefined ? '' : ` (${details.status})`;
  return new ProviderError(`${provider} ${SAYING[fault]}${status}.`, { ...details, fault });
}

/** Classifies an HTTP status, or the type of an error inside a stream. */
function classifyStatus(
  status: number | undefined,
  type: string | null | undefined,
): { readonly fault: ProviderFault; readonly retryable: boolean } {
  const code = status ?? BY_TYPE[type ?? ''] ?? 500;
  const known = BY_STATUS[code];
  if (known !== undefined) return known;
  if (code >= 500) return { fault: 'server-error', retryable: true };
  return { fault: 'bad-request', retryable: false };
}

const SECOND = 1000;

/** Reads the wait a provider asks for from `retry-after-ms` or `retry-after` (seconds or a date). */
function readRetryAfter(headers: Headers | undefined, now: Date): number | null {
  const exact = positive(headers?.get('retry-after-ms'));
  if (exact !== null) return exact;
  const given = headers?.get('retry-after');
  const seconds = positive(given);
  if (seconds !== null) return seconds * SECOND;
  const date = Date.parse(given ?? '');
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function positive(value: string | null | undefined): number | null {
  if (value === null || value === undefined || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

type ErrorClass<Instance = Error> = abstract new (...args: never[]) => Instance;

/** Fields an SDK keeps of an error response. */
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

/** Converts an error an SDK threw into a `ProviderError`. The provider's own words go into its detail. */
export function toProviderError(id: string, thrown: unknown, errors: SdkErrors, clock: Clock): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  const detail = new Secret(thrown instanceof Error ? thrown.message : String(thrown));
  const lost = { retryable: true, detail };
  if (thrown instanceof errors.timeout) return createProviderError(id, 'timeout', lost);
  if (thrown instanceof errors.connection) return createProviderError(id, 'connection-lost', lost);
  if (thrown instanceof errors.answered) return createAnswerError(id, thrown, detail, clock);
  if (thrown instanceof SyntaxError) return createProviderError(id, 'malformed-reply', lost);
  // The remaining case is a body that broke off: fetch throws a bare TypeError for it.
  return createProviderError(id, 'connection-lost', lost);
}

/** Creates the error for an answer that reports a failure: by its status, or by the type or code of its error. */
export function createAnswerError(id: string, answer: Answered, detail: Secret, clock: Clock): ProviderError {
  const isTooLong = OVERFLOWS.has(answer.type ?? '') || OVERFLOWS.has(answer.code ?? '');
  const { fault, retryable } = classifyStatus(isTooLong ? 413 : answer.status, answer.type ?? answer.code);
  // A key that was accepted but has no money behind it answers 429, and asking again does not help.
  const spent = answer.code === 'insufficient_quota';
  const wait = readRetryAfter(answer.headers, clock());
  return createProviderError(id, spent ? 'unauthorized' : fault, {
    retryable: retryable && !spent,
    detail,
    ...(answer.status === undefined ? {} : { status: answer.status }),
    ...(wait === null ? {} : { retryAfterMs: wait }),
  });
}
