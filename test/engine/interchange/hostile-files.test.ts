import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { importFile } from '#engine/interchange/import-file.ts';
import { importVault } from '#engine/interchange/import-vault.ts';
import { chunk, pngWith, type TestFile } from '../../support/cards.ts';

const jsonFile = (value: unknown): TestFile => ({
  name: 'c.json',
  bytes: Buffer.from(JSON.stringify(value)),
});
const text = (written: string, name = 'c.json'): TestFile => ({ name, bytes: Buffer.from(written) });
const card = (more: object) => ({ spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'X', ...more } });

/** A PNG whose chunk claims more bytes than there are. */
function lyingPng(): Uint8Array {
  const png = Buffer.from(pngWith({ chara: 'e30=' }));
  png.writeUInt32BE(0xfffffff0, png.indexOf('tEXt') - 4);
  return png;
}

function brokenChecksum(): Uint8Array {
  const png = Buffer.from(pngWith({ chara: 'e30=' }));
  const at = png.indexOf('e30=');
  png[at] = (png[at] ?? 0) ^ 1;
  return png;
}

const zeros = new Uint8Array(40 * 1024 * 1024);

const HOSTILE: readonly (readonly [what: string, make: () => TestFile, reason: string])[] = [
  ['a chunk that claims 4 GB', () => ({ name: 'a.png', bytes: lyingPng() }), 'claims 4294967280 bytes'],
  ['a PNG cut short', () => ({ name: 'a.png', bytes: pngWith({ chara: 'e30=' }).subarray(0, 60) }), 'PNG'],
  ['a text with a wrong checksum', () => ({ name: 'a.png', bytes: brokenChecksum() }), 'checksum is wrong'],
  [
    'a PNG of very many chunks',
    () => {
      const one = chunk('tEXt', Buffer.from('k\0v'));
      return {
        name: 'a.png',
        bytes: Buffer.concat([pngWith({}).subarray(0, 8), ...Array.from({ length: 20_000 }, () => one)]),
      };
    },
    'more than 10000 chunks',
  ],
  ['base64 that is none', () => ({ name: 'a.png', bytes: pngWith({ chara: '%%%%' }) }), 'is not base64'],
  ['base64 of no JSON', () => ({ name: 'a.png', bytes: pngWith({ chara: 'AAAA' }) }), 'is not JSON'],
  [
    'a PNG without a card',
    () => ({ name: 'a.png', bytes: pngWith({ Comment: 'x' }) }),
    'it has only comment',
  ],
  [
    'a picture that is no PNG',
    () => ({ name: 'a.jpg', bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) }),
    'a JPEG picture',
  ],
  [
    'a zip bomb',
    () => ({ name: 'a.charx', bytes: zipSync({ 'card.json': zeros }, { level: 1 }) }),
    'more than 32 MiB',
  ],
  [
    'an archive of very many files',
    () => ({
      name: 'a.charx',
      bytes: zipSync(
        Object.fromEntries(Array.from({ length: 2_010 }, (_, index) => [`f${index}`, new Uint8Array()])),
      ),
    }),
    'more than 2000 files',
  ],
  [
    'an archive without a card',
    () => ({ name: 'a.charx', bytes: zipSync({ 'x.txt': new Uint8Array(3) }) }),
    'no card.json',
  ],
  [
    'a damaged archive',
    () => ({
      name: 'a.charx',
      bytes: Buffer.concat([
        zipSync({ 'card.json': Buffer.from('{"a":1}'.repeat(500)) }).subarray(0, 45),
        Buffer.alloc(60, 7),
      ]),
    }),
    'archive',
  ],
  [
    'an archive that leaves its folder',
    () => ({ name: 'a.charx', bytes: zipSync({ '../../etc/card.json': Buffer.from('{}') }) }),
    'no card.json',
  ],
  ['a book of a million entries', () => text(`{"entries":[${'{},'.repeat(999_999)}{}]}`), 'values'],
  [
    'a book with too many entries',
    () =>
      jsonFile(
        card({
          character_book: { entries: Array.from({ length: 3_000 }, () => ({ keys: ['a'], content: 'b' })) },
        }),
      ),
    'at most 2000',
  ],
  [
    'a book of very many patterns',
    () =>
      jsonFile(
        card({
          character_book: {
            entries: [{ keys: Array.from({ length: 200_000 }, (_, at) => `/k${at}(a|b)+/`), content: 'b' }],
          },
        }),
      ),
    'has 200000 patterns among its keys; at most 5000',
  ],
  [
    'JSON nested a hundred thousand deep',
    () => text('['.repeat(100_000) + ']'.repeat(100_000)),
    'nested deeper',
  ],
  ['JSON that is cut short', () => text('{"spec": "chara_card_v2", "data": {"name'), 'is not JSON'],
  ['a card without a name', () => jsonFile(card({ name: '  ' })), 'has no name'],
  ['something else', () => jsonFile({ hello: 'world' }), 'neither a character card nor a lorebook'],
  [
    'bytes that are no text',
    () => ({ name: 'c.json', bytes: Uint8Array.of(0x7b, 0xff, 0xfe, 0x00) }),
    'not UTF-8',
  ],
  ['a chat without a character', () => text('{"user_name":"A"}', 'a.jsonl'), 'no message of a character'],
  ['a chat with a broken line', () => text('{"name":"A","mes":"x"}\n{"name"', 'a.jsonl'), 'Line 2'],
  [
    'too large a file',
    () => ({ name: 'a.json', bytes: new Uint8Array(33 * 1024 * 1024) }),
    'more than 32 MiB',
  ],
];

it.each(HOSTILE)('refuses %s with a sentence', (_what, make, reason) => {
  const file = make();
  const before = process.memoryUsage().arrayBuffers;
  const done = importFile(file);

  expect(done).toMatchObject({ rejected: expect.any(String), reason: expect.stringContaining(reason) });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
});

it('takes patterns that would hang other engines, or leaves them out, and strips code', () => {
  const bombs = [
    ...['/(a+)+$/', '/(a|a)*b/', '/((a{1000}){1000}){1000}/', '/(?<=a)b/', '/a**/'],
    ...['/(x{0,900})1/', '/((ab[c-e]){10}){20}/'],
  ];
  const entries = bombs.map((key) => ({ keys: [key], content: 'Lore.', enabled: true }));
  const done = importFile(
    jsonFile(card({ description: '<script>'.repeat(200_000), character_book: { entries } })),
  );
  if ('rejected' in done) throw new Error(done.reason);
  const keys = done.pack.contents.filter(({ kind }) => kind === 'culture').map(({ data }) => data.keys);

  expect(keys).toEqual([['/(a+)+$/'], ['/(a|a)*b/'], [], [], [], [], []]);
  expect(done.pack.contents.find(({ kind }) => kind === 'character')?.data.prompt).toBeUndefined();
});

it.each(['../../etc', 'CON', '__proto__', '𝕴𝖉', ''])('never takes the name %j as a path', (name) => {
  const done = importFile(jsonFile(card({ name: `${name}!` })), { packId: name });
  if ('rejected' in done) throw new Error(done.reason);

  expect(String(done.pack.manifest.id)).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(done.pack.contents.every(({ id }) => /^[a-z][a-z0-9_]*$/.test(id))).toBe(true);
});

it('refuses a vault without notes, and one with too many', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({ path: `${index}.md`, text: 'x' }));

  expect(importVault([], { name: 'V' })).toMatchObject({ rejected: 'no-notes' });
  expect(importVault(many, { name: 'V' })).toMatchObject({ rejected: 'too-large' });
});
