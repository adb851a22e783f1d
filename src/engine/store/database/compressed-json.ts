import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';

/** Compresses canonical JSON with zstd: equal values give equal bytes. */
export function compressJson(value: unknown): Buffer {
  return zstdCompressSync(toCanonicalJson(value));
}

const press = promisify(zstdCompress);

/** Compresses to the same bytes on another thread, for large values written while a player waits. */
export async function compressJsonAsync(value: unknown): Promise<Buffer> {
  return press(toCanonicalJson(value));
}

/** Size in bytes up to which compressing here is faster than handing over to another thread. */
const LITTLE = 32_000;

/**
 * Compresses JSON text the same way. A dictionary of similar text saves space; reading then needs the same
 * dictionary.
 */
export async function compressBytes(json: Buffer, dictionary?: Buffer): Promise<Buffer> {
  const options = dictionary === undefined ? {} : { dictionary };
  return json.length <= LITTLE ? zstdCompressSync(json, options) : press(json, options);
}

/** Decompresses bytes to text. Needs the base they were compressed against, if there was one. */
export function decompressBytes(bytes: Uint8Array, base?: Buffer): Buffer {
  return zstdDecompressSync(bytes, base === undefined ? {} : { dictionary: base });
}

export function decompressJson(bytes: Uint8Array): unknown {
  return JSON.parse(decompressBytes(bytes).toString('utf8'));
}

/** Compresses with zstd and keeps the order of keys, for content that an author will read again. */
export function compressUnsortedJson(value: Json): Buffer {
  return zstdCompressSync(JSON.stringify(value));
}
