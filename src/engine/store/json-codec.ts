import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { canonicalJson, type Json } from '#engine/kit/canonical-json.ts';

/** Canonical JSON under zstd: equal values give equal bytes. */
export function encodeJson(value: unknown): Buffer {
  return zstdCompressSync(canonicalJson(value));
}

const press = promisify(zstdCompress);

/** The same bytes, pressed on another thread: for what is large and written while a player waits. */
export async function pressed(value: unknown): Promise<Buffer> {
  return press(canonicalJson(value));
}

/** Pressed the same way: for what is JSON already, and compared byte for byte by nobody. */
export async function pressedBytes(json: Buffer): Promise<Buffer> {
  return press(json);
}

/** Pressed against a text much like it, and only to be read with that: what they share takes hardly any room. */
export async function pressAgainst(base: Buffer, value: unknown): Promise<Buffer> {
  const text = canonicalJson(value);
  // The whole base must be within reach from the last byte of the text.
  const reach = Math.ceil(Math.log2(base.length + text.length * 3 + 1));
  const params = { [constants.ZSTD_c_windowLog]: Math.min(27, Math.max(20, reach)) };
  return press(text, { dictionary: base, params });
}

/** What was pressed, as text; with the base it was pressed against, if it was. */
export function textOf(bytes: Uint8Array, base?: Buffer): Buffer {
  return zstdDecompressSync(bytes, base === undefined ? {} : { dictionary: base });
}

export function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(textOf(bytes).toString('utf8'));
}

/** Under zstd with keys in the order they came in: for what an author will read again. */
export function encodeAsWritten(value: Json): Buffer {
  return zstdCompressSync(JSON.stringify(value));
}
