import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Problem } from '../problem.ts';
import { decodeText, hasByteOrderMark } from './decode-text.ts';
import { fileProblem } from './file-problem.ts';
import { LIMITS } from './limits.ts';

type ReadText = { readonly text: string | null; readonly problems: readonly Problem[] };

/** Reads one file, bounded and without following a link, even if it changed since it was looked at. */
export async function readTextFile(absolute: string, path: string): Promise<ReadText> {
  try {
    return decoded(await readBytes(absolute), path);
  } catch (cause) {
    const sentence = `The file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    return { text: null, problems: [fileProblem('unreadable', path, sentence, 'Check its permissions.')] };
  }
}

async function readBytes(absolute: string): Promise<Uint8Array> {
  // Windows knows no O_NOFOLLOW; there the look before stands alone.
  const handle = await open(
    absolute,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const { size } = await handle.stat();
    // One byte more than it claims, so that a file that grew is noticed.
    const buffer = Buffer.alloc(Math.min(size, LIMITS.fileBytes) + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length === buffer.length) throw new Error('it grew while it was read');
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function decoded(bytes: Uint8Array, path: string): ReadText {
  const text = decodeText(bytes);
  if (typeof text !== 'string') {
    const { line, column, message, advice } = text;
    return { text: null, problems: [fileProblem('not-utf8', path, message, advice, { line, column })] };
  }
  if (!hasByteOrderMark(bytes)) return { text, problems: [] };
  const mark = fileProblem(
    'byte-order-mark',
    path,
    'The file begins with a byte order mark.',
    'Save the file as UTF-8 without a byte order mark.',
  );
  return { text, problems: [{ ...mark, severity: 'warning' }] };
}
