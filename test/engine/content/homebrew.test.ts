import { expect, it } from 'vitest';
import {
  createHomebrewPack,
  type NotSaved,
  readHomebrew,
  readHomebrewFiles,
  restoreVersion,
  type Saved,
  saveContent,
  withdrawContent,
} from '#engine/content/homebrew.ts';
import { buildLibrary } from '#engine/content/library.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import { lanternQuay } from './lantern-quay.ts';
import { memoryHomebrewStore } from './memory-homebrew-store.ts';

const BESIDE = [lanternQuay()];
const MANIFEST = {
  id: 'my_quay',
  name: 'My Quay',
  summary: 'My own people.',
  depends_on: [{ id: 'lantern_quay', version: '^1.0.0' }],
};

async function started() {
  const store = memoryHomebrewStore();
  expect(await createHomebrewPack(store, MANIFEST, BESIDE)).toMatchObject({
    saved: true,
    packVersion: '1.0.0',
  });
  return store;
}

const olaf = (data = {}, body = '# Olaf\n\nMends nets.\n') =>
  ({
    packId: 'my_quay',
    kind: 'character',
    id: 'olaf',
    data: { title: 'Net mender', location: 'lantern_quay:mole', ...data },
    body,
  }) as const;
const rowOf = (result: Saved | NotSaved | Rejection) =>
  'saved' in result && result.saved ? result.row : null;

it('saves a content as a new version and raises the version of the pack', async () => {
  const store = await started();
  const first = await saveContent(store, olaf(), BESIDE);
  const second = await saveContent(store, olaf({ title: 'Master of nets' }), BESIDE);

  expect([rowOf(first)?.version, rowOf(second)?.version]).toEqual([1, 2]);
  expect(second).toMatchObject({ packVersion: '1.0.2', problems: [] });
  expect((await store.versionsOf('my_quay', 'olaf')).map(({ data }) => data.title)).toEqual([
    'Net mender',
    'Master of nets',
  ]);
});

it('is loaded beside the packs on disk', async () => {
  const store = await started();
  await saveContent(store, olaf(), BESIDE);
  const library = buildLibrary([...BESIDE, ...(await readHomebrewFiles(store))].map(parsePack));

  expect(library.problems).toEqual([]);
  expect(library.find('character', 'my_quay:olaf')).toMatchObject({
    name: 'Olaf',
    data: { title: 'Net mender' },
  });
  expect(library.findPack('my_quay')).toMatchObject({ layer: 'homebrew', version: '1.0.1' });
});

it('overrides what lies below, through the same door', async () => {
  const store = await started();
  await saveContent(
    store,
    {
      packId: 'my_quay',
      kind: 'character',
      id: 'marit',
      data: { overrides: 'lantern_quay:marit', title: 'Harbour mistress' },
    },
    BESIDE,
  );
  const library = buildLibrary([...BESIDE, ...(await readHomebrewFiles(store))].map(parsePack));

  expect(library.find('character', 'lantern_quay:marit')?.data.title).toBe('Harbour mistress');
});

it('writes nothing when the checker finds an error, and says which', async () => {
  const store = await started();
  const result = await saveContent(store, olaf({ location: 'lantern_quay:mool' }), BESIDE);

  expect(result).toMatchObject({
    saved: false,
    problems: [
      {
        code: 'unknown-reference',
        field: 'location',
        file: 'characters/olaf.md',
        message: 'There is no location lantern_quay:mool.',
        advice: 'Did you mean lantern_quay:mole?',
      },
    ],
  });
  expect(await store.versionsOf('my_quay', 'olaf')).toEqual([]);
  expect((await readHomebrew(store, 'my_quay'))?.manifest.version).toBe('1.0.0');
});

it.each([
  ['an id that would leave the folder', { ...olaf(), id: '../../etc/passwd' }, 'bad-id'],
  ['an id of JavaScript', { ...olaf(), id: '__proto__' }, 'bad-id'],
  ['a pack that is not there', { ...olaf(), packId: 'your_quay' }, 'unknown-pack'],
  [
    'text below keys that have none',
    { packId: 'my_quay', kind: 'ruleset', id: 'olaf', data: {}, body: 'Text.' } as const,
    'no-text-here',
  ],
])('refuses %s', async (_what, request, rejected) => {
  expect(await saveContent(await started(), request, BESIDE)).toMatchObject({ rejected });
});

it.each([
  ['an id that is taken on disk', { ...MANIFEST, id: 'lantern_quay' }, { rejected: 'id-taken' }],
  ['no id at all', { name: 'X' }, { rejected: 'bad-id' }],
  ['a manifest with errors', { ...MANIFEST, id: 'other', language: 'English' }, { saved: false }],
])('begins no pack with %s', async (_what, manifest, outcome) => {
  expect(await createHomebrewPack(memoryHomebrewStore(), manifest, BESIDE)).toMatchObject(outcome);
});

it('withdraws what nothing refers to, and keeps its versions', async () => {
  const store = await started();
  await saveContent(store, olaf(), BESIDE);
  await saveContent(
    store,
    { packId: 'my_quay', kind: 'item', id: 'net', data: { name: 'A net', related_entities: ['olaf'] } },
    BESIDE,
  );

  expect(await withdrawContent(store, 'my_quay', 'olaf', BESIDE)).toMatchObject({
    saved: false,
    problems: [{ code: 'unknown-reference', file: 'items/net.md' }],
  });
  expect(await withdrawContent(store, 'my_quay', 'net', BESIDE)).toMatchObject({
    saved: true,
    row: { active: false },
  });
  expect((await readHomebrew(store, 'my_quay'))?.contents.map(({ id }) => id)).toEqual(['olaf']);
  expect(await store.versionsOf('my_quay', 'net')).toHaveLength(2);
  expect(await withdrawContent(store, 'my_quay', 'net', BESIDE)).toMatchObject({
    rejected: 'unknown-content',
  });
});

it('brings an earlier version back by saving it again', async () => {
  const store = await started();
  await saveContent(store, olaf(), BESIDE);
  await saveContent(store, olaf({ title: 'Master of nets' }), BESIDE);
  const restored = await restoreVersion(store, 'my_quay', 'olaf', 1, BESIDE);

  expect(rowOf(restored)).toMatchObject({ version: 3, data: { title: 'Net mender' } });
  expect(await restoreVersion(store, 'my_quay', 'olaf', 9, BESIDE)).toMatchObject({
    rejected: 'unknown-version',
  });
});

it('lets only one of two writers win', async () => {
  const store = await started();
  const results = await Promise.all([
    saveContent(store, olaf({ title: 'One' }), BESIDE),
    saveContent(store, olaf({ title: 'Two' }), BESIDE),
  ]);

  expect(results.filter((result) => 'saved' in result && result.saved)).toHaveLength(1);
  expect(results).toContainEqual(expect.objectContaining({ rejected: 'edited-meanwhile' }));
});

it.each([
  [
    'deep nesting',
    { stat_blocks: { x: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) } },
    'unwritable',
  ],
  ['a number that is none', { born: Number.NaN }, 'bad-value'],
  ['an endless text', { summary: 'x'.repeat(500_000) }, 'too-large'],
])('survives %s from the API', async (_what, data, code) => {
  const result = await saveContent(await started(), olaf(data), BESIDE);

  expect(result).toMatchObject({ saved: false, problems: [{ code }] });
});
