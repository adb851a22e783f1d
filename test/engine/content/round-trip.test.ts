import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { checkPacks } from '#engine/content/check-pack.ts';
import { type HomebrewPack, toHomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import { buildLibrary, type Library, loadLibrary } from '#engine/content/library.ts';
import { parsePack, readPack } from '#engine/content/read-pack.ts';
import { lanternQuay, toldOf } from './lantern-quay.ts';

const home = mkdtempSync(join(tmpdir(), 'round-trip-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const KINDS = [
  'world',
  'ruleset',
  'entry_point',
  'character',
  'location',
  'faction',
  'culture',
  'history',
  'technology',
  'item',
  'event',
  'law',
] as const;

/** Writes the files of a pack into a folder of its own. */
function writeFolder(name: string, pack: HomebrewPack): string {
  const folder = join(home, name);
  for (const { path, text } of toPackFiles(pack).files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Everything a library says, without where it was read from. */
function saidBy(library: Library) {
  const contents = KINDS.flatMap((kind) => library.all(kind).map(({ file: _file, ...content }) => content));
  return {
    packs: library.packs.map(({ origin: _origin, ...pack }) => pack),
    contents: contents.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

async function messagesIn(folder: string): Promise<readonly string[]> {
  const { problems } = await checkPacks([folder]);
  return problems.map(({ message }) => message).sort();
}

const shipped = readdirSync('content_packs').filter((name) =>
  existsSync(join('content_packs', name, 'pack.yaml')),
);

it.each(shipped)('brings %s back identical: pack, library, homebrew, files, check, library', async (name) => {
  const original = await readPack(join('content_packs', name));
  const folder = writeFolder(name, toHomebrewPack(original));
  // Images are no part of a pack as plain values.
  cpSync(join('content_packs', name, 'images'), join(folder, 'images'), { recursive: true });
  const below = (original.manifest?.depends_on ?? []).map(({ id }) => join('content_packs', id));
  const again = await loadLibrary([folder, ...below]);
  const beside = await Promise.all(below.map((path) => readPack(path)));

  expect(await messagesIn(folder)).toEqual(await messagesIn(join('content_packs', name)));
  expect(again.findPack(name)?.hash).toBe(original.hash);
  expect(saidBy(again)).toEqual(saidBy(buildLibrary([original, ...beside])));
});

it('brings the pack of the guide back identical', async () => {
  const original = parsePack(lanternQuay());
  const folder = writeFolder('lantern_quay', toHomebrewPack(original));

  expect(toldOf(await checkPacks([folder]))).toEqual([]);
  expect(saidBy(await loadLibrary([folder]))).toEqual(saidBy(buildLibrary([original])));
});

it('brings any text and any number back as they were', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      'yes',
      'null',
      '1e3',
      '0x10',
      '- a',
      '# a',
      '---',
      'a: b',
      ' a ',
      '"',
      "'",
      '|',
      '>',
      '2001-01-01',
      '~',
      '\ta',
      'a\n---\nb',
      '{gm}',
      '*a',
      '&b',
      '!c',
      '%d',
    ),
  );
  const keys = fc.stringMatching(/^[a-z]{1,8}$/);
  const attributes = fc
    .dictionary(keys, fc.jsonValue({ maxDepth: 2 }))
    .filter((value) => !/"(?:__proto__|prototype|constructor)"/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), attributes, text, text, (tags, given, summary, body) => {
      const data = JSON.parse(JSON.stringify({ id: 'thing', tags, attributes: given, summary }));
      const content = { kind: 'item', id: 'thing', data, body: body.replace(/\r\n?/g, '\n').trim() } as const;
      const manifest = {
        id: 'things',
        name: 'Things',
        version: '1.0.0',
        summary: 'Things.',
        layer: 'setting',
      };
      const files = toPackFiles({ manifest, contents: [content] }).files;

      fc.pre(!body.includes('\0') && body.isWellFormed() && JSON.stringify(data).isWellFormed());
      expect(toHomebrewPack(parsePack({ origin: 'things', files, problems: [] }))).toEqual({
        manifest,
        contents: [content],
      });
    }),
    { numRuns: 200 },
  );
});

it('lets other work go on between two files of a pack', async () => {
  let ticks = 0;
  let isReading = true;
  const count = (): void => {
    ticks += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { files } = await readPack(join('content_packs', 'castile_1430'));
  isReading = false;

  expect(ticks).toBeGreaterThan(files.length);
});
