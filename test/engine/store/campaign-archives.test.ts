import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeOrderedIds } from '#engine/kit/new-id.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { Store } from '#engine/store/store.ts';
import { ARCHIVED } from '../../../src/engine/store/archive/tables.ts';
import { ENTITIES } from '../../../src/engine/store/entities/all.ts';
import { NOON } from '../../support/campaigns.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { describeOnBothStores } from '../../support/stores.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let campaignId: string;
let file: Buffer;

const HERE = { isCopy: false, newId: timeOrderedIds(() => NOON), now: NOON };

async function exported(store: Store, id: string): Promise<Buffer> {
  const bytes = await store.archives.exportCampaign(id, NOON);
  if (isRejection(bytes)) throw new Error(bytes.reason);
  return bytes;
}

beforeAll(async () => {
  engine = await openEngine();
  const sessionId = await begin(engine.url);
  for (const text of ['I listen to the room.', 'I ask about the ledger.', 'I go outside.']) {
    await takeTurn(engine.url, sessionId, { text });
  }
  const fork = `mutation ($id: ID!) { forkSession(sceneId: $id, keepParentActive: true) { __typename } }`;
  const { session } = await ask<{ session: { currentScene: { id: string } } }>(
    engine.url,
    'query ($id: ID!) { session(id: $id) { currentScene { id } } }',
    { id: sessionId },
  );
  await ask(engine.url, fork, { id: session.currentScene.id });
  await engine.tidied();
  const page = await engine.store.campaigns.page({ limit: 1, after: null, before: null, from: 'start' });
  campaignId = page.items[0]?.id ?? '';
  const [scene] = await engine.store.sessions.ofCampaigns([campaignId]);
  await engine.store.narrations.addNarration({
    sceneId: scene?.currentSceneId ?? '',
    narration: 'The same, in other words.',
    recording: { calls: [] },
    choose: true,
    at: NOON,
  });
  file = await exported(engine.store, campaignId);
});
afterAll(() => engine.close());

const texts = (bytes: Uint8Array) => zstdDecompressSync(bytes).toString('utf8').trimEnd().split('\n');

describeOnBothStores('a campaign as one file', (store) => {
  it('comes back as it was, byte for byte', async () => {
    const imported = await store().archives.importCampaign(file, HERE);

    expect(imported).toEqual({ campaignId, name: 'The Second Ledger' });
    expect((await exported(store(), campaignId)).equals(file)).toBe(true);
  });

  it('is refused a second time and leaves what is there alone', async () => {
    expect(await store().archives.importCampaign(file, HERE)).toMatchObject({ rejected: 'campaign-exists' });
    expect((await exported(store(), campaignId)).equals(file)).toBe(true);
  });

  it('becomes a campaign of its own as a copy, with nothing that names the first', async () => {
    const copied = await store().archives.importCampaign(file, { ...HERE, isCopy: true });
    if (isRejection(copied)) throw new Error(copied.reason);
    const copy = await exported(store(), copied.campaignId);

    expect(copied.campaignId).not.toBe(campaignId);
    expect(texts(copy)).toHaveLength(texts(file).length);
    expect(texts(copy).join('\n')).not.toContain(campaignId);
    expect((await exported(store(), campaignId)).equals(file)).toBe(true);
  });
});

describe('a file that is not right', () => {
  const changed = (change: (lines: string[]) => string[]) =>
    zstdCompressSync(`${change(texts(file)).join('\n')}\n`);

  it.each([
    ['is something else', () => Buffer.from('hello'), 'not-an-archive'],
    ['was cut off', () => file.subarray(0, file.length / 2), 'not-an-archive'],
    ['lost a line', () => changed((lines) => lines.toSpliced(5, 1)), 'archive-damaged'],
    ['lost its end', () => changed((lines) => lines.slice(0, -1)), 'archive-damaged'],
    [
      'was changed',
      () => changed((lines) => lines.map((line) => line.replaceAll('Marit', 'Margit'))),
      'archive-damaged',
    ],
    [
      'is of a later format',
      () => changed(([head = '', ...rest]) => [head.replace('"version":1}', '"version":2}'), ...rest]),
      'archive-of-another-version',
    ],
  ])('is refused when it %s', async (_fault, made, code) => {
    expect(await engine.store.archives.importCampaign(made(), HERE)).toMatchObject({ rejected: code });
  });
});

it('carries every table that belongs to a campaign', () => {
  const carried = new Set(Object.values(ARCHIVED).map(({ entity }) => entity.name));
  const left = ENTITIES.map(({ name }) => name).filter((name) => !carried.has(name));

  // Credentials, what counts for a whole server, and packs under work, whose played versions are kept.
  expect(left.sort()).toEqual([
    'ApiToken',
    'CampaignInvitation',
    'HomebrewVersion',
    'SegmentSwitch',
    'SideCall',
    'ViewerTurn',
  ]);
});

it('holds scenes, both branches, recordings, rolls and the packs that were played', () => {
  const rows = texts(file)
    .slice(1, -1)
    .map((line) => JSON.parse(line).table);
  const count = (name: string) => rows.filter((table) => table === name).length;

  expect(count('session')).toBe(2);
  expect(count('scene')).toBeGreaterThanOrEqual(5);
  expect(count('narration')).toBe(1);
  for (const table of ['pack', 'turn', 'event', 'recording', 'call', 'memory', 'chronicle'])
    expect([table, count(table) > 0]).toEqual([table, true]);
});
