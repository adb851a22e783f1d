import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, compressBody, ENCODINGS, type Encoding } from './compression.ts';

/** File that is the same for every client, compressed once for each encoding. */
export type StaticFile = {
  /** Hash of the content, for addresses that change with it. */
  readonly hash: string;
  readonly send: (
    request: IncomingMessage,
    response: ServerResponse,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<void>;
};

/** Files are compressed once, so they may take longer than answers. */
const QUALITY = 6;

/**
 * Creates a file of the server. Unless the headers say otherwise, clients ask each time whether it has changed. A file that is
 * compressed already (`ready`) is sent in these encodings alone.
 */
export function createStaticFile(
  contentType: string,
  content: string | Buffer,
  ready?: Readonly<Partial<Record<Encoding, Buffer>>>,
): StaticFile {
  const body = Buffer.from(content);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const compressed = new Map<Encoding, Promise<Buffer> | Buffer>();
  const encode = (encoding: Encoding): Promise<Buffer> | Buffer => {
    const known = compressed.get(encoding) ?? ready?.[encoding] ?? compressBody(body, encoding, QUALITY);
    compressed.set(encoding, known);
    return known;
  };
  return {
    hash,
    send: async ({ method, headers }, response, more = {}) => {
      const accepted = headers['accept-encoding'];
      const encoding = chooseEncoding(accepted, ready === undefined ? ENCODINGS : listReady(ready));
      const shared = { etag: `W/"${hash}"`, vary: 'accept-encoding', 'cache-control': 'no-cache', ...more };
      if (headers['if-none-match'] === shared.etag) return void response.writeHead(304, shared).end();
      const sent = encoding === null ? body : await encode(encoding);
      response.writeHead(200, {
        ...shared,
        'content-type': contentType,
        'content-length': sent.length,
        'x-content-type-options': 'nosniff',
        ...(encoding === null ? {} : { 'content-encoding': encoding }),
      });
      response.end(method === 'HEAD' ? undefined : sent);
    },
  };
}

function listReady(ready: Readonly<Partial<Record<Encoding, Buffer>>>): readonly Encoding[] {
  return ENCODINGS.filter((encoding) => ready[encoding] !== undefined);
}
