import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readHomebrewFiles } from '#engine/content/homebrew.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import { findContentImage, findPackCover } from '#engine/content/pack-images.ts';
import { openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { createAuthoringService } from '../../../src/engine/authoring/create-authoring-service.ts';
import {
  createHomebrewStore,
  findRelatedPacks,
  openPackLibrary,
} from '../../../src/engine/authoring/pack-library.ts';
import { NOON } from '../../support/campaigns.ts';
import { temporaryFolder } from '../../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let packs: string;
let store: Store;
beforeEach(async () => {
  folder = temporaryFolder();
  packs = join(folder.path, 'packs');
  store = await openSqliteStore(join(folder.path, 'data'));
  writePack('coast', { layer: 'setting' }, { lamp: 'A lamp of the coast.', bell: 'A bell of the coast.' });
  writePack('harbour', { layer: 'regional', on: 'coast' }, { lamp: 'overrides: coast:lamp' });
  writePack('desert', { layer: 'setting' }, { well: 'A well of the desert.' });
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const clock = () => NOON;

/** Writes a pack of items; a text that begins with `overrides` makes the file one. */
function writePack(
  id: string,
  { layer, on }: { layer: string; on?: string },
  items: Record<string, string>,
): void {
  const needs = on === undefined ? '' : `depends_on: [{ id: ${on} }]\n`;
  const manifest = `id: ${id}\nname: ${id}\nversion: 1.0.0\nsummary: A pack.\nlayer: ${layer}\n${needs}`;
  const files = Object.entries(items).map(([item, text]) => {
    const isOverride = text.startsWith('overrides');
    const front = isOverride ? `id: ${item}\n${text}\nsummary: As ${id} sees it.` : `id: ${item}`;
    return [`items/${item}.md`, `---\n${front}\n---\n${isOverride ? '' : `# ${item}\n\n${text}\n`}`] as const;
  });
  for (const [path, text] of [['pack.yaml', manifest] as const, ...files]) {
    const file = join(packs, id, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function opened(onChange: (library: Library) => void = () => {}) {
  const packRepository = await openPackLibrary(await loadLibrary([packs]), { store, clock, onChange });
  return { packRepository, desk: createAuthoringService({ store, packRepository, folder: packs, clock }) };
}

async function done(change: Promise<unknown>): Promise<void> {
  const result = await change;
  expect(result, JSON.stringify(result)).toMatchObject({ saved: true });
}

/** Everything a library says, but for where it was read from. */
function said(library: Library) {
  const contents = library.all('item').map(({ id, data, sections, overriddenBy }) => {
    return { id, data, sections, overriddenBy: overriddenBy.map(({ byPackId, field }) => [byPackId, field]) };
  });
  return {
    packs: library.packs
      .map(({ id, hash, closure }) => ({ id, hash, closure }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    contents: contents.sort((a, b) => (a.id < b.id ? -1 : 1)),
    overrides: library.overrides
      .map(({ target, field, byPackId }) => `${target} ${field} ${byPackId}`)
      .sort(),
  };
}

it('says with homebrew on it exactly what all packs read together would say', async () => {
  const { packRepository, desk } = await opened();
  const pack = (id: string, on: readonly string[]) => ({
    id,
    name: id,
    summary: 'Homebrew.',
    depends_on: on.map((one) => ({ id: one })),
  });
  await done(desk.createPack(pack('mod', ['coast', 'harbour'])));
  await done(desk.createPack(pack('alone', [])));
  const bell = { packId: 'mod', kind: 'item', id: 'bell', baseVersion: null } as const;
  await done(desk.save({ ...bell, data: { overrides: 'coast:bell', summary: 'Cracked.' } }));
  await done(desk.save({ ...bell, packId: 'alone', data: { summary: 'Another bell.' } }));
  const whole = await loadLibrary([packs], await readHomebrewFiles(createHomebrewStore(store, clock)));

  expect(said(packRepository.library())).toEqual(said(whole));
  for (const ids of [
    ['coast'],
    ['harbour'],
    ['mod'],
    ['mod', 'desert'],
    ['alone', 'desert'],
    ['alone', 'mod', 'coast'],
  ]) {
    expect(said(packRepository.library().narrowedTo(ids))).toEqual(said(whole.narrowedTo(ids)));
  }
  expect(packRepository.library().find('item', 'coast:bell')?.data.summary).toBe('Cracked.');
  expect(
    packRepository.library().narrowedTo(['coast']).find('item', 'coast:bell')?.data.summary,
  ).toBeUndefined();
  const two = ['mod', 'desert'];
  expect(packRepository.library().narrowedTo(two)).toBe(packRepository.library().narrowedTo(two));
});

it('looks at packs together that stand on each other, and at no others', async () => {
  const library = await loadLibrary([packs]);
  const together = (...ids: string[]) => findRelatedPacks(library.packs, ids).map(({ id }) => id);

  expect(together('coast')).toEqual(['coast', 'harbour']);
  expect(together('harbour')).toEqual(['coast', 'harbour']);
  expect(together('desert')).toEqual(['desert']);
  expect(together('nowhere')).toEqual([]);
});

it('replaces its library as a whole and leaves those who hold the old one in peace', async () => {
  const seen: number[] = [];
  const { packRepository, desk } = await opened((library) => seen.push(library.packs.length));
  const before = packRepository.library();
  await done(desk.createPack({ id: 'mine', name: 'Mine', summary: 'x' }));

  expect(before.findPack('mine')).toBeNull();
  expect(packRepository.library().findPack('mine')?.version).toBe('1.0.0');
  expect([...packRepository.homebrewIds()]).toEqual(['mine']);
  expect(seen).toEqual([3, 4]);
});

it('notices what another server saved', async () => {
  const here = await opened();
  const there = await opened();
  await done(there.desk.createPack({ id: 'theirs', name: 'Theirs', summary: 'x' }));
  expect(here.packRepository.library().findPack('theirs')).toBeNull();
  await here.packRepository.catchUp();
  expect(here.packRepository.library().findPack('theirs')?.version).toBe('1.0.0');

  const same = here.packRepository.library();
  await here.packRepository.catchUp();
  expect(here.packRepository.library()).toBe(same);
  const item = { packId: 'theirs', kind: 'item', id: 'cup', data: {}, baseVersion: null } as const;
  const results = await Promise.all(
    [here, there, here, there].map(({ desk }, i) => desk.save({ ...item, id: `cup_${i}` })),
  );
  expect(results.map((result) => !isRejection(result) && result.saved)).toEqual([true, true, true, true]);
});

it('notices the images of a pack that another server has not written yet when the pack is seen', async () => {
  const here = await opened();
  const there = await opened();
  const { setPackImage } = store.images;
  vi.spyOn(store.images, 'setPackImage').mockImplementation(async (...given) => {
    await here.packRepository.catchUp();
    await setPackImage(...given);
  });
  const cover = { path: 'images/cover.png', bytes: readFileSync('content_packs/red_lamp/images/cover.png') };
  const manifest = {
    id: 'seen',
    name: 'Seen',
    version: '1.0.0',
    summary: 'x',
    layer: 'homebrew',
    cover: cover.path,
  };
  await done(there.desk.createPackWithContents({ manifest, contents: [] }, [cover]));
  expect(findPackCover(here.packRepository.library(), 'seen')).toBeNull();

  await here.packRepository.catchUp();
  expect(findPackCover(here.packRepository.library(), 'seen')).toEqual(
    findPackCover(there.packRepository.library(), 'seen'),
  );
  expect(findPackCover(here.packRepository.library(), 'seen')).toMatchObject({ width: 480 });
});

it('keeps a pack playable whose content names an image that is not there, and says so when it is checked', async () => {
  const { packRepository, desk } = await opened();
  await done(desk.createPack({ id: 'mine', name: 'Mine', summary: 'x' }));
  const bob = { packId: 'mine', kind: 'character', id: 'bob', baseVersion: null } as const;
  await done(
    desk.save({ ...bob, data: { name: 'Bob', portrait: 'images/bob.png' }, body: '# Bob\n\nA man.' }),
  );

  expect(packRepository.library().findAny('mine:bob')?.name).toBe('Bob');
  expect(findContentImage(packRepository.library(), 'mine:bob', 'portrait')).toBeNull();
  expect(await desk.check({ packId: 'mine' })).toMatchObject({
    isPlayable: true,
    problems: [{ severity: 'warning', code: 'bad-image', field: 'portrait' }],
  });
});

it('has its homebrew again after a restart', async () => {
  const { desk } = await opened();
  await done(desk.createPack({ id: 'kept', name: 'Kept', summary: 'x' }));

  expect((await opened()).packRepository.library().findPack('kept')?.name).toBe('Kept');
});

it('lets the folder count when it takes the id of a homebrew pack', async () => {
  const { desk } = await opened();
  await done(desk.createPack({ id: 'dunes', name: 'Dunes', summary: 'x' }));
  writePack('dunes', { layer: 'setting' }, { sand: 'Sand.' });
  const { packRepository } = await opened();

  expect(packRepository.library().findPack('dunes')?.layer).toBe('setting');
  expect([...packRepository.homebrewIds()]).toEqual([]);
});

it('starts no campaign with a pack that is no longer what was read', async () => {
  const { packRepository } = await opened();
  const library = packRepository.library();
  const desert = library.findPack('desert');
  const pins = [{ id: 'desert', version: '9.9.9', hash: 'e'.repeat(64) }];

  expect(await packRepository.keep(desert === null ? [] : [desert])).toBeNull();
  expect(await packRepository.kept([desert?.hash ?? ''])).toEqual(new Set([desert?.hash]));
  expect(await packRepository.keep(pins)).toMatchObject({ rejected: 'pack-changed-meanwhile' });
});
