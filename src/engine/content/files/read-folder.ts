import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackFile, PackFiles } from '../pack-files.ts';
import type { Problem } from '../problem.ts';
import { fileProblem } from './file-problem.ts';
import { LIMITS } from './limits.ts';
import { readTextFile } from './read-text-file.ts';

type Walk = {
  readonly root: string;
  readonly files: PackFile[];
  readonly problems: Problem[];
  bytes: number;
  entries: number;
};

const TEXT = /\.(?:ya?ml|md|json)$/i;

/**
 * Reads every text file below a folder. Never follows a link, never leaves the folder, never reads more than
 * the limits allow; what is refused becomes a problem.
 */
export async function readFolder(folder: string): Promise<PackFiles> {
  const files: PackFile[] = [];
  const problems: Problem[] = [];
  try {
    const walk: Walk = { root: await realpath(folder), files, problems, bytes: 0, entries: 0 };
    await readLevel(walk, '', 0);
  } catch (cause) {
    const sentence = `The folder cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`;
    problems.push(fileProblem('unreadable', '', sentence, 'Name a folder that exists and may be read.'));
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { origin: folder, files, problems };
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
    if (walk.entries > LIMITS.entries) {
      const sentence = `The pack holds more than ${LIMITS.entries} files and folders.`;
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
    if (depth < LIMITS.folderDepth) return readLevel(walk, path, depth + 1);
    return refuse(walk, path, 'too-deep', `Folders are nested deeper than ${LIMITS.folderDepth}.`);
  }
  if (!stat.isFile()) return refuse(walk, path, 'not-a-file', 'This is neither a file nor a folder.');
  if (!TEXT.test(path)) return;
  return readText(walk, path, stat.size);
}

async function readText(walk: Walk, path: string, size: number): Promise<void> {
  if (size > LIMITS.fileBytes) {
    const sentence = `The file has ${size} bytes; at most ${LIMITS.fileBytes} are read.`;
    return refuse(walk, path, 'too-large', sentence, 'Cut it into several files.');
  }
  if (walk.files.length >= LIMITS.files || walk.bytes + size > LIMITS.packBytes) {
    const sentence = `A pack has at most ${LIMITS.files} files and ${LIMITS.packBytes} bytes; this file is beyond.`;
    return refuse(walk, path, 'too-many-files', sentence, 'Cut the pack in two.');
  }
  walk.bytes += size;
  const read = await readTextFile(join(walk.root, path), path);
  if (read.text !== null) walk.files.push({ path, text: read.text });
  walk.problems.push(...read.problems);
}

function refuse(walk: Walk, path: string, code: string, message: string, advice = 'Remove it.'): void {
  walk.problems.push(fileProblem(code, path, message, advice));
}
