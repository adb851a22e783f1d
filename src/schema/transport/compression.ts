import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'graphql-yoga';

/** Encodings of answers, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Shorter answers are sent as they are: they fit into one packet anyway. */
const LEAST_BYTES = 1_024;

/** Compresses as well as gzip does, in a third less space; higher levels take many times as long. */
const BROTLI_QUALITY = 4;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Chooses the first of the encodings that a client accepts; null for none. `q=0` refuses an encoding. */
export function chooseEncoding(
  accepted: string | null | undefined,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  const offers = (accepted ?? '').toLowerCase().split(',');
  const accepts = (encoding: Encoding): boolean =>
    offers.some((offer) => {
      const [name, ...parameters] = offer.split(';').map((part) => part.trim());
      return name === encoding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
    });
  return encodings.find(accepts) ?? null;
}

/** Compresses a body in a thread of its own. */
export function compressBody(
  body: string | Uint8Array,
  encoding: Encoding,
  quality: number = BROTLI_QUALITY,
): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body);
  return toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Compresses answers in JSON. Streams pass as they are: a compressor would hold events back. */
export function useCompression(): Plugin {
  return {
    async onResponse({ request, response, setResponse, fetchAPI }) {
      const type = response.headers.get('content-type') ?? '';
      if (!/^application\/([\w.-]+\+)?json\b/i.test(type) || response.headers.has('content-encoding')) return;
      response.headers.append('vary', 'accept-encoding');
      const encoding = chooseEncoding(request.headers.get('accept-encoding'));
      if (encoding === null) return;
      const text = await response.text();
      const isLong = Buffer.byteLength(text) >= LEAST_BYTES;
      const { status, statusText } = response;
      const headers = new fetchAPI.Headers(response.headers);
      headers.delete('content-length');
      if (isLong) headers.set('content-encoding', encoding);
      const body = isLong ? new Uint8Array(await compressBody(text, encoding)) : text;
      setResponse(new fetchAPI.Response(body, { status, statusText, headers }));
    },
  };
}
