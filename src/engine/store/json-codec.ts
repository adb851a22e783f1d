import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson } from '#engine/kit/canonical-json.ts';

/** Canonical JSON under zstd: equal values give equal bytes, and a snapshot of a played session takes a few kilobytes. */
export function encodeJson(value: unknown): Buffer {
  return zstdCompressSync(canonicalJson(value));
}

export function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}
