import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPacks } from '#engine/content/check-pack.ts';
import { readPack } from '#engine/content/read-pack.ts';
import { LANTERN_QUAY, toldOf } from './lantern-quay.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'packs-'));
  folder = join(home, 'lantern_quay');
  for (const [path, text] of LANTERN_QUAY) put(path, text);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, bytes: string | Uint8Array): string {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  return target;
}

const told = async () => toldOf(await checkPacks([folder]));

it('reads the pack of the guide from disk without a problem', async () => {
  expect(await told()).toEqual([]);
});

it.each([
  [
    'UTF-16 with its mark, little endian',
    Buffer.from([0xff, 0xfe, 0x69, 0]),
    '1:1',
    'The file is written in UTF-16 (little endian), not in UTF-8.',
  ],
  [
    'UTF-16 with its mark, big endian',
    Buffer.from([0xfe, 0xff, 0, 0x69]),
    '1:1',
    'The file is written in UTF-16 (big endian), not in UTF-8.',
  ],
  [
    'UTF-16 without its mark',
    Buffer.from('ab\nc', 'utf16le'),
    '1:2',
    'The file holds a NUL character, so it is not text or not UTF-8.',
  ],
  [
    'Latin-1',
    Buffer.concat([Buffer.from('---\nname: 🙂 Beno'), Buffer.from('\u00eet', 'latin1')]),
    '2:14',
    'The file is not valid UTF-8 here.',
  ],
])('names the place where a file is no UTF-8: %s', async (_what, bytes, place, message) => {
  put('culture/odd.md', bytes);

  expect(await told()).toEqual([
    `culture/odd.md:${place} error not-utf8: ${message} Save the file as UTF-8.`,
  ]);
});

it('reads a file with a byte order mark, and asks for it to go', async () => {
  put('culture/forms_of_address.md', `\uFEFF${LANTERN_QUAY.get('culture/forms_of_address.md')}`);

  expect(await told()).toEqual([
    'culture/forms_of_address.md:1:1 warning byte-order-mark: The file begins with a byte order mark. Save the file as UTF-8 without a byte order mark.',
  ]);
});

it('gives the same hash whatever the line ends, comments and order of keys', async () => {
  const before = await readPack(folder);
  put('pack.yaml', (LANTERN_QUAY.get('pack.yaml') ?? '').replaceAll('\n', '\r\n'));
  put(
    'laws/weighing_right.md',
    (LANTERN_QUAY.get('laws/weighing_right.md') ?? '')
      .replace('jurisdiction: The Quay\n', '')
      .replace('---\n', '---\n# noted\njurisdiction: The Quay\n'),
  );
  const after = await readPack(folder);

  expect(after.hash).toBe(before.hash);
  put(
    'laws/weighing_right.md',
    (LANTERN_QUAY.get('laws/weighing_right.md') ?? '').replace('Loss of the catch', 'Loss of the boat'),
  );
  expect((await readPack(folder)).hash).not.toBe(before.hash);
});

it('never follows a link, to a file or to a folder', async () => {
  writeFileSync(join(home, 'outside.md'), '---\nid: outside\nname: Outside\n---\nThe canary sings.\n');
  symlinkSync(join(home, 'outside.md'), join(folder, 'culture/linked.md'));
  symlinkSync(home, join(folder, 'history/up'));

  expect(await told()).toEqual([
    'culture/linked.md:1:1 error link: This is a link, and links are never followed. Put the file itself here.',
    'history/up:1:1 error link: This is a link, and links are never followed. Put the file itself here.',
  ]);
  expect(JSON.stringify(await readPack(folder))).not.toContain('canary');
});

it('does not read a file of fifty megabytes', async () => {
  truncateSync(put('history/huge.md', ''), 50_000_000);

  expect(await told()).toEqual([
    'history/huge.md:1:1 error too-large: The file has 50000000 bytes; at most 1000000 are read. Cut it into several files.',
  ]);
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
  execFileSync('mkfifo', [join(folder, 'culture/pipe.md')]);

  expect(await told()).toEqual([
    'culture/pipe.md:1:1 error not-a-file: This is neither a file nor a folder. Remove it.',
  ]);
});

it('stops at folders nested too deeply', async () => {
  put(`culture/${'deep/'.repeat(9)}end.md`, '---\nid: end\n---\n');

  expect(await told()).toEqual([
    `culture/${'deep/'.repeat(8).slice(0, -1)}:1:1 error too-deep: Folders are nested deeper than 8. Remove it.`,
  ]);
});

it('says so when there is no folder', async () => {
  expect(toldOf(await checkPacks([join(home, 'nowhere')]))).toEqual([
    expect.stringMatching(
      /^:1:1 error unreadable: The folder cannot be read: ENOENT.* Name a folder that holds a pack, or packs\.$/,
    ),
  ]);
});

it('finds packs below a folder, and refuses one that is only a link', async () => {
  symlinkSync(folder, join(home, 'other'));
  const report = await checkPacks([home]);

  expect(report.checked).toEqual(['lantern_quay', 'other']);
  expect(toldOf(report)[0]).toContain('is a link, and links are never followed.');
});

it('stops counting at more files than any pack has', async () => {
  const first = put('culture/c0.md', '');
  // Further names of one file are as many files, and quicker made.
  for (let at = 1; at < 5001; at += 1) linkSync(first, join(folder, `culture/c${at}.md`));
  const report = await checkPacks([folder]);

  expect(toldOf(report)).toContainEqual(
    expect.stringMatching(/error too-many-files: A pack has at most 5000 files/),
  );
});
