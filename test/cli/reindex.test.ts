import { afterAll, expect, it } from 'vitest';
import { createReindexProgress, reindex } from '#cli/reindex.ts';
import { readConfig } from '#config';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { ARRIVAL } from '../support/campaigns.ts';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { begin, takeTurn } from '../support/play.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

it.each([
  ['full-text', 3, 30, '[..............................]  3/30 by words'],
  ['vectors', 15, 30, '[###############...............] 15/30 by meaning'],
  ['ready', 30, 30, '[##############################] 30/30 ready'],
  ['ready', 0, 0, '[##############################] 0/0 ready'],
] as const)('draws how far a pack has come: %s %i of %i', (phase, done, of, bar) => {
  expect(createReindexProgress({ packId: 'neo_seattle', phase, done, of, because: null })).toBe(
    `neo_seattle          ${bar}`,
  );
});

it('names the packs there are when it is asked for one there is not', async () => {
  writeGuidePack(folder.path);
  const said: string[] = [];
  const config = readConfig({ SCENEWRIGHT_PACKS: folder.path, SCENEWRIGHT_DATA: folder.path });
  const code = await reindex(['atlantis'], config, { print: (text) => said.push(text), isTerminal: false });

  expect(code).toBe(1);
  expect(said.join('')).toMatch(/no pack atlantis; there are \w+/);
});

/** A campaign with a turn in it, as a file. */
async function playedCampaign(): Promise<Buffer> {
  const engine = await openEngine();
  try {
    await takeTurn(engine.url, await begin(engine.url), { text: 'I ask about the ledger.' });
    await engine.tidied();
    const page = await engine.store.campaigns.page({ limit: 1, after: null, before: null, from: 'start' });
    const file = await engine.store.archives.exportCampaign(page.items[0]?.id ?? '', readSystemClock());
    if (isRejection(file)) throw new Error(file.reason);
    return file;
  } finally {
    await engine.close();
  }
}

it('makes what was played anew as well, unless a server uses it', async () => {
  const file = await playedCampaign();
  const store = await openSqliteStore(folder.path);
  const newId = createTimeOrderedIds(readSystemClock);
  const arrival = { ...ARRIVAL, isCopy: false, newId, now: readSystemClock() };
  await store.archives.importCampaign(file, arrival);
  const said: string[] = [];
  const config = readConfig({
    SCENEWRIGHT_PACKS: folder.path,
    SCENEWRIGHT_DATA: folder.path,
    EMBEDDINGS: 'none',
  });
  const run = () => reindex([], config, { print: (text) => said.push(text), isTerminal: false });

  expect(await run()).toBe(1);
  expect(said.join('')).toContain('What was played stays as it was.');
  await store.close();
  expect(await run()).toBe(0);
  expect(said.join('')).toMatch(/The Second Ledger: [1-9]\d* pieces of what was played/);
});
