import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPacks } from '#engine/content/check-pack.ts';
import { toPackFiles } from '#engine/content/homebrew-pack.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import { readNoteFolder } from '#engine/content/read-notes.ts';
import { importChat, importFile, isForeignFile } from '#engine/interchange/import-file.ts';
import type { ImportedPack, ReportLine } from '#engine/interchange/import-report.ts';
import { importVault } from '#engine/interchange/import-vault.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { findPacksFolder } from '../packs.ts';
import { wrapLines } from '../play/render.ts';
import type { CommandEnvironment, ExitCode } from './command.ts';

const text = { type: 'string' } as const;
const OPTIONS = {
  id: text,
  persona: text,
  chat: text,
  into: text,
  folder: { type: 'string', multiple: true },
  'allow-prompts': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Flags of `import` for files of other programs. */
export const CONTENT_FLAGS = Object.keys(OPTIONS).map((name) => `--${name}`);

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Tells whether a path is a folder, or a file that is a card, a lorebook or a chat. */
export async function isForeignContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null) return false;
  if (found.isDirectory()) return true;
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && isForeignFile({ name: basename(path), bytes });
}

/** Makes a pack of a card, a lorebook, a chat or a vault, and writes it beside the others: all of it or nothing. */
export async function importContent(
  words: readonly string[],
  { terminal, currentFolder, environment }: CommandEnvironment,
): Promise<ExitCode> {
  const { print, printError } = terminal;
  const parsed = readFlags(words);
  if (typeof parsed === 'string') {
    printError(`${parsed}\n`);
    return 2;
  }
  const { flags, path } = parsed;
  const imported = await convert(resolve(currentFolder, path), flags, currentFolder);
  if (isRejection(imported)) {
    printError(`${path}: ${imported.reason}\n`);
    return 1;
  }
  const packsFolder =
    flags.into === undefined ? findPacksFolder(environment) : resolve(currentFolder, flags.into);
  const saved = await writePack(imported, packsFolder, findPacksFolder(environment));
  if (isRejection(saved)) {
    printError(`${path}: ${saved.reason}\n`);
    return 1;
  }
  const { format, report, entryPointId } = imported;
  if (flags.json === true)
    print(`${JSON.stringify({ format, folder: saved, entryPointId, report }, null, 2)}\n`);
  else print(wrapLines(describe(imported, saved), terminal.width));
  return 0;
}

function readFlags(words: readonly string[]): { readonly flags: Flags; readonly path: string } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
    const [path, ...rest] = positionals;
    return path === undefined || rest.length > 0 ? 'Name one file or folder.' : { flags: values, path };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

async function convert(path: string, flags: Flags, currentFolder: string): Promise<ImportedPack | Rejection> {
  const options = {
    packId: flags.id,
    persona: flags.persona,
    allowPrompts: flags['allow-prompts'] === true,
  };
  const name = basename(path);
  if ((await stat(path)).isDirectory()) {
    const { files } = await readNoteFolder(path);
    const folders = Object.fromEntries((flags.folder ?? []).map((pair) => pair.split('=', 2)));
    return importVault(files, { ...options, name, folders });
  }
  const imported = importFile({ name, bytes: await readFile(path) }, options);
  if (isRejection(imported) || flags.chat === undefined) return imported;
  const chat = resolve(currentFolder, flags.chat);
  const bytes = await readFile(chat).catch(() => null);
  return bytes === null
    ? reject('unreadable', `${flags.chat} cannot be read.`)
    : importChat(imported, { name: basename(chat), bytes });
}

/** Checks a pack against those installed and moves it into place. Returns its folder. */
async function writePack(
  { pack, images }: ImportedPack,
  packsFolder: string,
  installed: string,
): Promise<string | Rejection> {
  const source = toPackFiles(pack);
  const id = String(pack.manifest.id);
  const folder = join(packsFolder, id);
  if ((await stat(folder).catch(() => null)) !== null)
    return reject('id-taken', `${folder} is there already; choose another id with --id.`);
  // Written under another name first, so that a server never reads half a pack.
  const part = join(packsFolder, `.${id}.part`);
  await rm(part, { recursive: true, force: true });
  try {
    for (const { path, text: written } of source.files) await writeIn(part, path, written);
    for (const { path, bytes } of images) await writeIn(part, path, bytes);
    const { problems, isPlayable } = await checkPacks([part], [installed]);
    if (!isPlayable) return refuse([...source.problems, ...problems]);
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return folder;
}

/** Says why a pack was not written. */
function refuse(problems: readonly Problem[]): Rejection {
  const told = problems.filter(isError).map(({ file, message, advice }) => `${file}: ${message} ${advice}`);
  return reject('not-playable', ['The pack would not be sound, so nothing was written.', ...told].join('\n'));
}

async function writeIn(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const HEADS = {
  used: 'Used as it is',
  changed: 'Used in another form',
  kept: 'Kept for export, without a part in play',
  'left-out': 'Left out',
} as const;

function describe({ format, report, pack, entryPointId }: ImportedPack, folder: string): string {
  const parts = Object.entries(HEADS).flatMap(([outcome, head]) => {
    const lines = report.filter((line) => line.outcome === outcome).map(writeLine);
    return lines.length === 0 ? [] : [`${head}:`, ...lines];
  });
  const play = entryPointId === null ? '' : `Play it: scenewright play --new --entry ${entryPointId}\n`;
  return `${pack.manifest.name} (${format}) is in ${folder}.\n${parts.join('\n')}\n${play}`;
}

function writeLine({ field, to, note }: ReportLine): string {
  const where = to === null ? '' : ` → ${to}`;
  return `  ${field}${where}${note === '' ? '' : `: ${note}`}`;
}
