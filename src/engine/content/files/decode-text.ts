import type { Position } from '../problem.ts';

export type Undecodable = Position & { readonly message: string; readonly advice: string };

const SAVE_AS_UTF8 = 'Save the file as UTF-8.';

/** The text of a file: UTF-8 with `\n` line ends, or why it is not text. */
export function decodeText(bytes: Uint8Array): string | Undecodable {
  const utf16 = utf16Mark(bytes);
  if (utf16 !== null) return undecodable(1, 1, `The file is written in ${utf16}, not in UTF-8.`);
  const text = decodeUtf8(bytes);
  if (text === null) return invalidByte(bytes);
  const nul = text.indexOf('\0');
  if (nul === -1) return text.replace(/\r\n?/g, '\n');
  const { line, column } = positionAt(text, nul);
  return undecodable(line, column, 'The file holds a NUL character, so it is not text or not UTF-8.');
}

function utf16Mark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'UTF-16 (little endian)';
  return first === 0xfe && second === 0xff ? 'UTF-16 (big endian)' : null;
}

// TextDecoder removes a UTF-8 byte order mark by itself.
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function invalidByte(bytes: Uint8Array): Undecodable {
  const before = validPrefix(bytes);
  const { line, column } = positionAt(before, before.length);
  return undecodable(line, column, 'The file is not valid UTF-8 here.');
}

function validPrefix(bytes: Uint8Array): string {
  const authored = Buffer.from('\uFFFD');
  let offset = hasByteOrderMark(bytes) ? 3 : 0;
  let valid = '';
  for (const character of new TextDecoder('utf-8').decode(bytes)) {
    // A replacement character the author wrote is three real bytes; only a made-up one marks the fault.
    if (character === '\uFFFD' && !authored.equals(bytes.subarray(offset, offset + 3))) return valid;
    offset += Buffer.byteLength(character);
    valid += character;
  }
  return valid;
}

export function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).replace(/\r\n?/g, '\n');
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}

function undecodable(line: number, column: number, message: string): Undecodable {
  return { line, column, message, advice: SAVE_AS_UTF8 };
}
