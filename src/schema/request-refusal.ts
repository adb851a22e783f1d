import type { IncomingMessage } from 'node:http';

/** Why the body of a request is not even read, as an answer over HTTP. */
export type RequestRefusal = {
  readonly status: number;
  readonly message: string;
  readonly extensions: { readonly code: string; readonly limit?: number; readonly asked?: number };
};

/** A body must say how long it is, and must be JSON: a form, which any web page can send, is not. */
export function refusalOf({ method, headers }: IncomingMessage, mostBytes: number): RequestRefusal | null {
  if (method !== 'POST') return null;
  const length = headers['content-length'];
  if (length === undefined) {
    return refusal(411, 'A request must state its content-length.', { code: 'LENGTH_REQUIRED' });
  }
  const asked = Number(length);
  if (asked > mostBytes) {
    const excess = { code: 'BODY_LIMIT', limit: mostBytes, asked };
    return refusal(413, `A request may have at most ${mostBytes} bytes, and this one has ${asked}.`, excess);
  }
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (isJson) return null;
  return refusal(415, 'A request must be sent as content-type: application/json.', {
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
}

function refusal(status: number, message: string, extensions: RequestRefusal['extensions']): RequestRefusal {
  return { status, message, extensions };
}
