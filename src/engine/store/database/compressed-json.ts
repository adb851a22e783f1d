import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson, type Json } from '#engine/kit/canonical-json.ts';

/** Canonical JSON under zstd: equal values give equal bytes. */
export function compressJson(value: unknown): Buffer {
  return zstdCompressSync(canonicalJson(value));
}

const press = promisify(zstdCompress);

/** The same bytes, pressed on another thread: for what is large and written while a player waits. */
export async function compressJsonAsync(value: unknown): Promise<Buffer> {
  return press(canonicalJson(value));
}

/** So little is pressed sooner than another thread could be asked to. */
const LITTLE = 32_000;

/** Pressed the same way: for what is JSON already. Against a text much like it, it takes less room and is only to be read with that. */
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

/** Under zstd with keys in the order they came in: for what an author will read again. */
export function compressUnsortedJson(value: Json): Buffer {
  return zstdCompressSync(JSON.stringify(value));
}
