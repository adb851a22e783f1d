import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';

const TEMPLATE = fileURLToPath(new URL('./template', import.meta.url));
const ID = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/;

export const newPack: Command = {
  usage: 'new <id> [folder]',
  summary: 'Makes a small valid pack to start from, beside the others or in a folder of your own.',

  async run([id, parent], { print, printError, packsFolder, currentFolder }) {
    if (id === undefined || !ID.test(id) || id.length > 60) {
      printError('A pack id is lower-case words joined by _ or -: npm run packs -- new lantern_quay\n');
      return 2;
    }
    const folder = join(parent === undefined ? packsFolder : resolve(currentFolder, parent), id);
    if (await exists(folder)) {
      printError(`${folder} is there already; choose another id.\n`);
      return 1;
    }
    const files = await writeTemplate(folder, { PACK_ID: id, PACK_NAME: nameOf(id) });
    print(
      `${files.map((file) => `  ${file}\n`).join('')}A pack is in ${folder}. Now: npm run packs -- check ${folder}\n`,
    );
    return 0;
  },
};

async function exists(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null)) !== null;
}

async function writeTemplate(
  folder: string,
  words: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .sort();
  for (const file of files) {
    const text = await readFile(join(TEMPLATE, file), 'utf8');
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(
      join(folder, file),
      text.replaceAll(/\bPACK_(?:ID|NAME)\b/g, (word) => words[word] ?? word),
    );
  }
  return files;
}

function nameOf(id: string): string {
  const words = id.split(/[_-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ');
}
