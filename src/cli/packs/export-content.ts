import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type HomebrewPack, toHomebrewPack } from '#engine/content/homebrew-pack.ts';
import { isError } from '#engine/content/problem.ts';
import { readPack } from '#engine/content/read-pack.ts';
import { exportCard, listCardAssets, writeCardPng, writeCharx } from '#engine/interchange/export-card.ts';
import { exportLorebook } from '#engine/interchange/export-lorebook.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly packsFolder: string;
  readonly currentFolder: string;
};

const ID = /^[a-z][a-z0-9_-]{0,59}$/;

/** Writes a character or the lore of an installed pack into a file, which must not be there yet. */
export async function exportContent(
  what: 'card' | 'lorebook',
  id: string,
  file: string,
  { print, printError, packsFolder, currentFolder }: Outside,
): Promise<0 | 1 | 2> {
  const [packId = '', characterId = ''] = id.split(':');
  const isAsked = ID.test(packId) && file !== '' && (what === 'lorebook' || ID.test(characterId));
  if (!isAsked) {
    printError(
      `Name ${what === 'card' ? 'a character, like my_pack:alice,' : 'a pack'} and a file to write.\n`,
    );
    return 2;
  }
  const path = resolve(currentFolder, file);
  const folder = join(packsFolder, packId);
  const bytes = await writeBytes(what, folder, characterId, /\.(png|charx)$/i.exec(file)?.[1]?.toLowerCase());
  if (isRejection(bytes) || (await stat(path).catch(() => null)) !== null) {
    printError(`${isRejection(bytes) ? bytes.reason : `${path} is there already; name another file.`}\n`);
    return 1;
  }
  await writeFile(path, bytes);
  print(`${path} (${Math.ceil(bytes.length / 1024)} KiB)\n`);
  return 0;
}

async function writeBytes(
  what: 'card' | 'lorebook',
  folder: string,
  characterId: string,
  ending: string | undefined,
): Promise<Uint8Array | Rejection> {
  const pack = await readSound(folder);
  if (isRejection(pack)) return pack;
  const value = what === 'card' ? exportCard(pack, characterId) : exportLorebook(pack);
  if (isRejection(value)) return value;
  if (what === 'lorebook' || ending === undefined) return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const data = pack.contents.find(({ kind, id }) => kind === 'character' && id === characterId)?.data ?? {};
  const read = (path: string) => readFile(join(folder, path)).catch(() => null);
  if (ending === 'png') {
    // An imported picture that is too large to be shown lies in the pack unnamed.
    const portrait = typeof data.portrait === 'string' ? data.portrait : `images/${characterId}.png`;
    return writeCardPng(value, await read(portrait));
  }
  const files = await Promise.all(
    listCardAssets(data).map(async ({ path, image }) => [path, await read(image)] as const),
  );
  return writeCharx(
    value,
    new Map(files.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes]]))),
  );
}

async function readSound(folder: string): Promise<HomebrewPack | Rejection> {
  const read = await readPack(folder);
  const fault = read.problems.find(isError);
  return fault === undefined ? toHomebrewPack(read) : reject('unreadable', `${folder}: ${fault.message}`);
}
