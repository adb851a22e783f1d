import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson, type Json } from '#engine/kit/canonical-json.ts';

/** Canonical JSON under zstd: equal values give equal bytes, and a snapshot of a played session takes a few kilobytes. */
export function encodeJson(value: unknown): Buffer {
  return zstdCompressSync(canonicalJson(value));
}

/** The same bytes, pressed on another thread: for what is large and written while a player waits. */
export async function encodeLargeJson(value: unknown): Promise<Buffer> {
  return promisify(zstdCompress)(canonicalJson(value));
}

export function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}

/** The same with keys in the order they came in: for what an author will read again. */
export function encodeAsWritten(value: Json): Buffer {
  return zstdCompressSync(JSON.stringify(value));
}
