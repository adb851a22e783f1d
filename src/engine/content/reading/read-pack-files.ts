import { constants } from 'node:fs';
import { lstat, open, opendir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_LIMITS, type ImageInfo, readImage } from '#engine/util/image-file.ts';
import type { PackFile, PackFiles } from '../pack-files.ts';
import { createFileProblem, type Position, type Problem } from '../problem.ts';
import { PACK_LIMITS } from './limits.ts';

type Undecodable = Position & { readonly message: string; readonly advice: string };

const SAVE_AS_UTF8 = 'Save the file as UTF-8.';

/** Decodes a file as UTF-8 with `\n` line ends, or explains why it is not text. */
function decodeText(bytes: Uint8Array): string | Undecodable {
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

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
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

type ReadText = { readonly text: string | null; readonly problems: readonly Problem[] };

/** Reads one file, bounded and without following a link, even if it changed since it was looked at. */
async function readTextFile(absolute: string, path: string): Promise<ReadText> {
  try {
    return decoded(await readBytes(absolute), path);
  } catch (cause) {
    const sentence = `The file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    return {
      text: null,
      problems: [createFileProblem('unreadable', path, sentence, 'Check its permissions.')],
    };
  }
}

async function readBytes(absolute: string, most: number = PACK_LIMITS.fileBytes): Promise<Uint8Array> {
  // Windows knows no O_NOFOLLOW; there the look before stands alone.
  const handle = await open(
    absolute,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const { size } = await handle.stat();
    // One byte more than it claims, so that a file that grew is noticed.
    const buffer = Buffer.alloc(Math.min(size, most) + 1);
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
    return { text: null, problems: [createFileProblem('not-utf8', path, message, advice, { line, column })] };
  }
  if (!hasByteOrderMark(bytes)) return { text, problems: [] };
  const mark = createFileProblem(
    'byte-order-mark',
    path,
    'The file begins with a byte order mark.',
    'Save the file as UTF-8 without a byte order mark.',
  );
  return { text, problems: [{ ...mark, severity: 'warning' }] };
}

type Walk = {
  readonly root: string;
  readonly files: PackFile[];
  readonly problems: Problem[];
  readonly images: Record<string, ImageInfo | string>;
  bytes: number;
  entries: number;
};

const TEXT = /\.(?:ya?ml|md|json)$/i;
const IMAGE = /\.(?:png|jpe?g|webp|avif)$/i;

/**
 * Reads every text file and the facts about every image below a folder. Never follows a link, never leaves the folder, never reads more than
 * the limits allow; what is refused becomes a problem.
 */
export async function readFolder(folder: string): Promise<PackFiles> {
  const files: PackFile[] = [];
  const problems: Problem[] = [];
  const images: Record<string, ImageInfo | string> = {};
  try {
    const walk: Walk = { root: await realpath(folder), files, problems, images, bytes: 0, entries: 0 };
    await readLevel(walk, '', 0);
  } catch (cause) {
    const sentence = `The folder cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    problems.push(
      createFileProblem('unreadable', '', sentence, 'Name a folder that exists and may be read.'),
    );
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { origin: folder, files, problems, images };
}

async function readLevel(walk: Walk, path: string, depth: number): Promise<void> {
  for (const name of await namesIn(walk, path)) {
    await readEntry(walk, path === '' ? name : `${path}/${name}`, depth);
  }
}

async function namesIn(walk: Walk, path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(join(walk.root, path))) {
    walk.entries += 1;
    if (walk.entries > PACK_LIMITS.entries) {
      const sentence = `The pack holds more than ${PACK_LIMITS.entries} files and folders.`;
      refuse(walk, path, 'too-many-files', sentence, 'Cut the pack in two.');
      break;
    }
    if (!isLeftAlone(name)) names.push(name);
  }
  return names.sort();
}

function isLeftAlone(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function readEntry(walk: Walk, path: string, depth: number): Promise<void> {
  const stat = await lstat(join(walk.root, path));
  if (stat.isSymbolicLink()) {
    return refuse(
      walk,
      path,
      'link',
      'This is a link, and links are never followed.',
      'Put the file itself here.',
    );
  }
  if (stat.isDirectory()) {
    if (depth < PACK_LIMITS.folderDepth) return readLevel(walk, path, depth + 1);
    return refuse(walk, path, 'too-deep', `Folders are nested deeper than ${PACK_LIMITS.folderDepth}.`);
  }
  if (!stat.isFile()) return refuse(walk, path, 'not-a-file', 'This is neither a file nor a folder.');
  if (IMAGE.test(path)) return readImageFacts(walk, path, stat.size);
  if (!TEXT.test(path)) return;
  return readText(walk, path, stat.size);
}

async function readText(walk: Walk, path: string, size: number): Promise<void> {
  if (size > PACK_LIMITS.fileBytes) {
    const sentence = `The file has ${size} bytes; at most ${PACK_LIMITS.fileBytes} are read.`;
    return refuse(walk, path, 'too-large', sentence, 'Cut it into several files.');
  }
  if (walk.files.length >= PACK_LIMITS.files || walk.bytes + size > PACK_LIMITS.packBytes) {
    const sentence = `A pack has at most ${PACK_LIMITS.files} files and ${PACK_LIMITS.packBytes} bytes; this file is beyond.`;
    return refuse(walk, path, 'too-many-files', sentence, 'Cut the pack in two.');
  }
  walk.bytes += size;
  const read = await readTextFile(join(walk.root, path), path);
  if (read.text !== null) walk.files.push({ path, text: read.text });
  walk.problems.push(...read.problems);
}

/** Reads type, size and hash of an image. A fault is told only where a file of the pack names the image. */
async function readImageFacts(walk: Walk, path: string, size: number): Promise<void> {
  if (size > IMAGE_LIMITS.bytes) {
    walk.images[path] = `The image has ${size} bytes; at most ${IMAGE_LIMITS.bytes} are taken.`;
    return;
  }
  const read = await readBytes(join(walk.root, path), IMAGE_LIMITS.bytes).then(readImage, () => null);
  walk.images[path] = read ?? 'The image cannot be read.';
}

/** Reads an image of a pack's folder, as long as it is the one that was found when the pack was read. */
export async function readPackImage(folder: string, path: string, hash: string): Promise<Uint8Array | null> {
  const bytes = await readBytes(join(folder, path), IMAGE_LIMITS.bytes).catch(() => null);
  if (bytes === null) return null;
  const read = readImage(bytes);
  return typeof read !== 'string' && read.hash === hash ? bytes : null;
}

function refuse(walk: Walk, path: string, code: string, message: string, advice = 'Remove it.'): void {
  walk.problems.push(createFileProblem(code, path, message, advice));
}

/** Reads packs: each folder is a pack itself, or holds packs in its sub-folders. */
export async function readPackFolders(folders: readonly string[]): Promise<readonly PackFiles[]> {
  const found = await Promise.all(folders.map(packsIn));
  return found.flat();
}

async function packsIn(folder: string): Promise<readonly PackFiles[]> {
  if (await isPack(folder)) return [await readFolder(folder)];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const packs: PackFiles[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = join(folder, entry.name);
      if (entry.name.startsWith('.') || !(await isPack(inner))) continue;
      packs.push(entry.isSymbolicLink() ? linked(inner) : await readFolder(inner));
    }
    return packs;
  } catch (cause) {
    const message = `The folder cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const problem = createFileProblem(
      'unreadable',
      '',
      message,
      'Name a folder that holds a pack, or packs.',
    );
    return [{ origin: folder, files: [], problems: [problem] }];
  }
}

function linked(folder: string): PackFiles {
  const message = `${folder} is a link, and links are never followed.`;
  const advice = 'Put the folder itself here, or name the folder it leads to.';
  return { origin: folder, files: [], problems: [createFileProblem('link', '', message, advice)] };
}

async function isPack(folder: string): Promise<boolean> {
  for (const name of ['pack.yaml', 'pack.yml']) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null) return true;
  }
  return false;
}
