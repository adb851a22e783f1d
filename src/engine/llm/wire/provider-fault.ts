import type { Secret } from '#engine/util/secret.ts';
import { type Fault, ProviderError } from '../provider.ts';

const BY_STATUS: Readonly<Record<number, { readonly fault: Fault; readonly retryable: boolean }>> = {
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
};

const SAYING: Readonly<Record<Fault, string>> = {
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

/** The error for a fault of a provider, in words that hold neither key nor prompt. */
export function providerFault(
  provider: string,
  fault: Fault,
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

/** What an HTTP status, or the type of an error inside a stream, means. */
export function faultOf(
  status: number | undefined,
  type: string | null | undefined,
): { readonly fault: Fault; readonly retryable: boolean } {
  const code = status ?? BY_TYPE[type ?? ''] ?? 500;
  const known = BY_STATUS[code];
  if (known !== undefined) return known;
  if (code >= 500) return { fault: 'server-error', retryable: true };
  return { fault: 'bad-request', retryable: false };
}
