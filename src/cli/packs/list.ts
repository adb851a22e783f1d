import { resolve } from 'node:path';
import { CHUNKED_KINDS, splitIntoChunks } from '#engine/content/content-chunks.ts';
import { type Library, type LibraryPack, loadLibrary } from '#engine/content/library.ts';
import { isError } from '#engine/content/problem.ts';
import type { Command } from './command.ts';

export const list: Command = {
  usage: 'list [path] [--json]',
  summary: 'Lists the packs that can be played, with what is in them.',

  async run(parameters, { print, packsFolder, currentFolder }) {
    const [path] = parameters.filter((parameter) => !parameter.startsWith('--'));
    const library = await loadLibrary([path === undefined ? packsFolder : resolve(currentFolder, path)]);
    const rows = library.packs.map((pack) => rowOf(pack, library));
    print(parameters.includes('--json') ? `${JSON.stringify(rows, null, 2)}\n` : written(rows));
    const leftOut = library.problems.filter(isError).length;
    if (leftOut > 0) print('Packs with errors are left out; run: npm run packs -- check\n');
    return leftOut > 0 ? 1 : 0;
  },
};

type Row = ReturnType<typeof rowOf>;

function rowOf({ id, version, layer, name, hash }: LibraryPack, library: Library) {
  const own = <Item extends { packId: string }>(items: readonly Item[]) =>
    items.filter(({ packId }) => packId === id);
  const chunks = CHUNKED_KINDS.flatMap((kind) =>
    own(library.all(kind)).flatMap((content) => splitIntoChunks(content)),
  );
  return {
    id,
    version,
    layer,
    name,
    hash,
    characters: own(library.all('character')).length,
    locations: own(library.all('location')).length,
    entryPoints: own(library.all('entry_point')).map(({ data, id: entryId, name: entryName }) => {
      return { id: entryId, type: data.type, name: entryName };
    }),
    chunks: chunks.length,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function written(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No packs.\n';
  return rows.map(paragraph).join('\n');
}

function paragraph({ id, version, layer, name, hash, ...counts }: Row): string {
  const entries = counts.entryPoints
    .map((entry) => `    ${entry.type}  ${entry.id}  ${entry.name}\n`)
    .join('');
  const lore = `${counts.chunks} pieces of lore (about ${counts.tokens} tokens)`;
  const people = `${counts.characters} characters, ${counts.locations} locations`;
  return `${id} ${version}  ${name} (${layer}, ${hash.slice(0, 12)})\n  ${people}, ${lore}\n${entries}`;
}
