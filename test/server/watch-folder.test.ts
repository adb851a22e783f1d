import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadLibrary } from '#engine/content/library.ts';
import { openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { createAuthoringService } from '../../src/engine/authoring/create-authoring-service.ts';
import { openPackLibrary, type PackLibrary } from '../../src/engine/authoring/pack-library.ts';
import { openLogger } from '../../src/server/logger.ts';
import { takeUpNewPacks, watchFolder } from '../../src/server/packs/open-packs.ts';
import { NOON } from '../support/campaigns.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let packs: string;
let store: Store;
let packRepository: PackLibrary;
let ending: AbortController;
let watching: Promise<void>;
beforeEach(async () => {
  folder = temporaryFolder();
  packs = join(folder.path, 'packs');
  writeGuidePack(packs);
  store = await openSqliteStore(join(folder.path, 'data'));
  packRepository = await openPackLibrary(await loadLibrary([packs]), {
    store,
    clock: () => NOON,
    onChange: () => {},
  });
  ending = new AbortController();
  watching = watchFolder(packs, packRepository, ending.signal, openLogger('silent'));
});
afterEach(async () => {
  ending.abort();
  await watching;
  await store.close();
  folder.remove();
});

const edit = (change: (text: string) => string) => {
  const file = join(packs, 'lantern_quay', 'pack.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};
const version = () => packRepository.library().findPack('lantern_quay')?.version;

/** Edits until the watcher has seen one: it may still be on its way when a test begins. */
async function editedUntil(change: () => void, isSeen: () => boolean): Promise<void> {
  await expect
    .poll(
      () => {
        if (!isSeen()) change();
        return isSeen();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
}

const nowVersion = (number: string) => edit((text) => text.replace(/^version: \S+/m, `version: ${number}`));

it('brings in what authors change in the folder, and leaves homebrew where it is', async () => {
  const desk = createAuthoringService({ store, packRepository, folder: packs, clock: () => NOON });
  await desk.createPack({ id: 'mine', name: 'Mine', summary: 'x', depends_on: [{ id: 'lantern_quay' }] });
  await editedUntil(
    () => nowVersion('1.1.0'),
    () => version() === '1.1.0',
  );

  expect(packRepository.library().findPack('mine')?.closure).toEqual(['lantern_quay', 'mine']);
});

it('lets go of a pack whose folder is taken away', async () => {
  await editedUntil(
    () => nowVersion('1.1.0'),
    () => version() === '1.1.0',
  );
  rmSync(join(packs, 'lantern_quay'), { recursive: true });

  await expect.poll(version, { timeout: 30_000, interval: 200 }).toBeUndefined();
});

it('serves a pack in the middle of an edit as it last was, and tells its problems', async () => {
  await editedUntil(
    () => nowVersion('1.1.0'),
    () => version() === '1.1.0',
  );
  edit((text) => `${text}\nbroken: yes\n`);
  await expect
    .poll(() => packRepository.library().problems.map(({ field }) => field), {
      timeout: 30_000,
      interval: 200,
    })
    .toContain('broken');

  expect(version()).toBe('1.1.0');
  edit((text) => text.replace('\nbroken: yes\n', '\n'));
  nowVersion('1.2.0');
  await expect.poll(version, { timeout: 30_000, interval: 200 }).toBe('1.2.0');
});

it('takes up a pack that is imported while the server runs, and keeps the others as they are', async () => {
  ending.abort();
  await watching;
  const quiet = new AbortController();
  const tools = { packRepository, signal: quiet.signal, logger: openLogger('silent') };
  watching = takeUpNewPacks(packs, packRepository.library(), tools);
  /** Adds a pack as the command line does: under another name first. */
  const add = (id: string) => {
    cpSync('content_packs/just_talk', join(packs, `.${id}.part`), { recursive: true });
    const manifest = join(packs, `.${id}.part`, 'pack.yaml');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/^id: \S+/m, `id: ${id}`));
    rmSync(join(packs, id), { recursive: true, force: true });
    renameSync(join(packs, `.${id}.part`), join(packs, id));
  };
  const isThere = (id: string) => packRepository.library().findPack(id) !== null;
  // The watcher may still be on its way; it waits for a quiet second.
  const slowly = { timeout: 40_000, interval: 4_000 };
  await expect.poll(() => isThere('talk_one') || add('talk_one') || isThere('talk_one'), slowly).toBe(true);

  edit((text) => `${text}\nbroken: yes\n`);
  add('talk_two');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect([version() !== undefined, isThere('talk_two')]).toEqual([true, false]);
  quiet.abort();
}, 60_000);
