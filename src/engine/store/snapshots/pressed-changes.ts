import { pressedBytes, textOf } from '../json-codec.ts';
import { type Changes, changesBetween, saidBefore, withChanges } from './changes.ts';
import { type Parts, textOfParts } from './parts.ts';

/** Stands first, and at the beginning of nothing that zstd writes. */
const MARK = 1;
const LENGTH_BYTES = 4;
/** zstd takes nothing shorter for a dictionary. */
const SHORTEST_DICTIONARY = 8;

/** A snapshot as what it changes of another, pressed against what that said in the same places. */
export async function pressChanges(base: Parts, next: Parts): Promise<Buffer> {
  const { changed, gone, texts } = changesBetween(base, next);
  const places = Buffer.from(JSON.stringify({ changed, gone }));
  const start = Buffer.alloc(1 + LENGTH_BYTES);
  start.writeUInt8(MARK);
  start.writeUInt32LE(places.length, 1);
  // Canonical JSON has no line breaks of its own.
  const body = await pressedBytes(Buffer.from(texts.join('\n')), dictionaryOf(base, changed));
  return Buffer.concat([start, places, body]);
}

export function holdsChanges(bytes: Uint8Array): boolean {
  return bytes[0] === MARK;
}

/** The canonical JSON of the snapshot that was pressed. */
export function readChanges(base: Parts, pressed: Uint8Array): string {
  const bytes = Buffer.from(pressed.buffer, pressed.byteOffset, pressed.byteLength);
  const places = 1 + LENGTH_BYTES;
  const body = places + bytes.readUInt32LE(1);
  // What stands there was written above.
  const { changed, gone } = JSON.parse(bytes.toString('utf8', places, body)) as Omit<Changes, 'texts'>;
  const text = textOf(bytes.subarray(body), dictionaryOf(base, changed)).toString('utf8');
  return textOfParts(withChanges(base, { changed, gone, texts: text.split('\n') }));
}

function dictionaryOf(base: Parts, changed: Changes['changed']): Buffer | undefined {
  const said = Buffer.from(saidBefore(base, changed).join('\n'));
  return said.length < SHORTEST_DICTIONARY ? undefined : said;
}
