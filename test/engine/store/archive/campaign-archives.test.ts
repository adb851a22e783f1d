import { createHash, randomBytes } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSeed } from '#engine/rules/verifiable-rolls.ts';
import type { Store } from '#engine/store/store.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { DEFAULT_BOUNDS } from '../../../../src/engine/store/archive/archive-file.ts';
import { ARCHIVED_TABLES } from '../../../../src/engine/store/archive/archived-tables.ts';
import { ENTITIES } from '../../../../src/engine/store/database/orm-options.ts';
import { NOON } from '../../../support/campaigns.ts';
import { openEngine } from '../../../support/engine.ts';
import { ask } from '../../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../../support/play.ts';
import { describeOnBothStores } from '../../../support/stores.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let campaignId: string;
let file: Buffer;

const HERE = {
  isCopy: false,
  newId: createTimeOrderedIds(() => NOON),
  now: NOON,
  newDice: () => drawSeed(randomBytes),
};

async function exported(store: Store, id: string): Promise<Buffer> {
  const bytes = await store.archives.exportCampaign(id, NOON, { includesSeeds: true });
  if (isRejection(bytes)) throw new Error(bytes.reason);
  return bytes;
}

beforeAll(async () => {
  engine = await openEngine();
  const sessionId = await begin(engine.url);
  for (const text of ['I listen to the room.', 'I ask about the ledger.', 'I go outside.']) {
    await takeTurn(engine.url, sessionId, { text });
  }
  const fork = `mutation ($id: ID!) { forkSession(input: { sceneId: $id, keepParentActive: true }) { __typename } }`;
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
    flags: ['length'],
    recording: { calls: [] },
    choose: true,
    at: NOON,
  });
  file = await exported(engine.store, campaignId);
});
afterAll(() => engine.close());

const texts = (bytes: Uint8Array) => zstdDecompressSync(bytes).toString('utf8').trimEnd().split('\n');

type Line = { readonly table?: string; readonly row?: Readonly<Record<string, unknown>> };

/** A file that is whole and has other lines, as an earlier version wrote it, or somebody who means harm. */
function rewritten(change: (lines: readonly Line[]) => readonly Line[]): Buffer {
  const [header = '', ...rest] = texts(file);
  const rows = change(rest.slice(0, -1).map((line) => JSON.parse(line) as Line));
  const body = [header, ...rows.map((row) => JSON.stringify(row))].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return zstdCompressSync(`${body}${JSON.stringify({ rows: rows.length, sha256 })}\n`);
}

/** The same with the first row of a table otherwise. */
const forged = (table: string, change: Readonly<Record<string, unknown>>) =>
  rewritten((lines) => {
    const first = lines.findIndex((line) => line.table === table);
    return lines.map((line, at) => (at === first ? { ...line, row: { ...line.row, ...change } } : line));
  });

describeOnBothStores('a campaign as one file', (store) => {
  it('comes back as it was, byte for byte', async () => {
    const imported = await store().archives.importCampaign(file, HERE);

    expect(imported).toEqual({ campaignId, name: 'The Second Ledger' });
    expect((await exported(store(), campaignId)).equals(file)).toBe(true);
  });

  it('is read as earlier versions wrote it', async () => {
    const { id: session } = (await engine.store.sessions.ofCampaigns([campaignId]))[0] ?? {};
    const entry = { id: 'h1', campaignId: 'another', scene: { sessionId: session, index: 1 } };
    const queued = { claimedUntil: null, createdAt: NOON.toISOString(), entry, id: null, session };
    const earlier = rewritten((lines) => [
      ...lines.map((line) => {
        const { snapshotBase, worldDay, flags, ...row } = line.row ?? {};
        return { ...line, row };
      }),
      { table: 'queuedHistory', row: queued },
    ]);
    const copied = await store().archives.importCampaign(earlier, { ...HERE, isCopy: true });
    if (isRejection(copied)) throw new Error(copied.reason);

    expect(texts(await exported(store(), copied.campaignId))).toHaveLength(texts(file).length);
    const [line] = await store().sessions.ofCampaigns([copied.campaignId]);
    expect(await store().history.ofSessions([line?.id ?? ''], 0)).toEqual([]);
    const scene = await store().scenes.find(line?.currentSceneId ?? '');
    const played = await engine.store.scenes.find(
      (await engine.store.sessions.find(session ?? ''))?.currentSceneId ?? '',
    );
    expect(scene?.worldDay).toEqual(expect.any(Number));
    expect(scene?.worldDay).toBe(played?.worldDay);
    // Nobody wrote down what was wrong with a telling then.
    expect([scene?.flags, played?.flags]).toEqual([[], ['length']]);
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

  it('has its turns and sessions in the order they were played in, as a copy too', async () => {
    const copied = await store().archives.importCampaign(file, { ...HERE, isCopy: true });
    if (isRejection(copied)) throw new Error(copied.reason);
    const played = async (of: Store, id: string) => {
      const sessions = await of.sessions.ofCampaigns([id]);
      const page = { limit: 100, from: 'start', after: null, before: null } as const;
      const turns = await Promise.all(sessions.map((session) => of.turns.ofSession(session.id, page)));
      return turns.map(({ items }) => items.map(({ actionId }) => actionId));
    };

    const order = await played(engine.store, campaignId);
    expect(order.map((turns) => turns.length)).toEqual([4, 0]);
    expect(await played(store(), copied.campaignId)).toEqual(order);
  });
});

describe('a file that is not right', () => {
  const changed = (change: (lines: string[]) => string[]) =>
    zstdCompressSync(`${change(texts(file)).join('\n')}\n`);

  const ELSEWHERE = '0192a000-0000-7000-8000-000000000000';

  it.each([
    ['session', { ancestors: [{ sessionId: ELSEWHERE, upTo: 9 }] }],
    ['session', { ancestors: 'everything' }],
    ['session', { currentSceneId: ELSEWHERE }],
    ['session', { parentSceneId: ELSEWHERE }],
    ['session', { waitingTurnId: ELSEWHERE }],
    ['session', { leaseTurnId: ELSEWHERE }],
    ['turn', { baseSceneId: ELSEWHERE }],
    ['turn', { sceneId: ELSEWHERE }],
    ['turn', { suspension: { kind: 'roll', sceneId: ELSEWHERE } }],
    ['scene', { turnId: ELSEWHERE }],
    ['scene', { session: ELSEWHERE }],
    ['event', { turnId: ELSEWHERE }],
  ])('is refused when its %s names what is not in it: %o', async (table, change) => {
    const made = forged(table, change);
    expect(await engine.store.archives.importCampaign(made, { ...HERE, isCopy: true })).toMatchObject({
      rejected: 'archive-damaged',
    });
  });

  it('is refused when it nests deeper than anything that was played', async () => {
    const nested: unknown = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`);
    const made = forged('turn', { input: nested });
    expect(await engine.store.archives.importCampaign(made, HERE)).toMatchObject({
      rejected: 'archive-damaged',
    });
  });

  const header =
    '{"campaignId":"c","entryPointId":"e","format":"scenewright-campaign","name":"n","packs":[],"version":1}';
  const row = '{"row":{},"table":"turn"}';

  it.each([
    [
      'has one endless line',
      'a'.repeat(5_000_000),
      { ...DEFAULT_BOUNDS, lineBytes: 100_000 },
      'archive-too-long',
    ],
    [
      'is too long once it is unpacked',
      `${header}\n${`${row}\n`.repeat(100_000)}`,
      { ...DEFAULT_BOUNDS, bytes: 1_000_000 },
      'archive-too-long',
    ],
    [
      'takes too long',
      `${header}\n${`${row}\n`.repeat(100_000)}`,
      { ...DEFAULT_BOUNDS, seconds: 0 },
      'archive-too-long',
    ],
  ])('is refused when it %s', async (_fault, text, bounds, code) => {
    const bomb = zstdCompressSync(text);
    expect(await engine.store.archives.importCampaign(bomb, { ...HERE, bounds })).toMatchObject({
      rejected: code,
    });
  });

  it.each([
    ['nothing but line ends', () => '\n'.repeat(50_000_000)],
    ['a header and nothing but line ends', () => `${header}\n${'\n'.repeat(50_000_000)}`],
  ])('is refused at its first wrong line when it unpacks to %s', async (_what, text) => {
    const bomb = zstdCompressSync(text());
    const parse = vi.spyOn(JSON, 'parse');
    const refused = await engine.store.archives.importCampaign(bomb, HERE);
    const lines = parse.mock.calls.length;
    parse.mockRestore();
    expect(refused).toHaveProperty('rejected');
    expect(lines).toBeLessThan(10);
  });

  it.each([
    ['session', { status: 'everywhere' }, 'status'],
    ['session', { sceneIndex: 2 ** 40 }, 'sceneIndex'],
    ['session', { sceneIndex: 7 }, 'stands at no scene'],
    ['session', { createdAt: 'yesterday' }, 'createdAt'],
    ['turn', { input: 'I look.' }, 'input'],
    ['turn', { actionId: 'a'.repeat(129) }, 'actionId'],
    ['turn', { attempt: null }, 'attempt'],
    ['scene', { narration: 'a\0b' }, 'narration'],
    ['scene', { snapshot: { place: 'pier' } }, 'snapshot'],
    ['event', { payload: { '\ud83d': 1 } }, 'payload'],
    ['event', { audience: 'all' }, 'audience'],
    ['memory', { body: ['a'] }, 'body'],
    ['campaign', { packs: 'all' }, 'packs'],
    ['pack', { content: 'hello' }, 'content'],
  ])('is refused when a row of %s could not be read again: %o', async (table, change, named) => {
    expect(await engine.store.archives.importCampaign(forged(table, change), HERE)).toMatchObject({
      rejected: 'archive-damaged',
      reason: expect.stringContaining(named),
    });
  });

  it('lets other work go on while a long file is read', async () => {
    const turns = texts(file).filter((line) => line.startsWith('{"row"') && line.includes('"table":"turn"'));
    const long = rewritten((lines) => [...lines, ...Array(3_000).fill(JSON.parse(turns[0] ?? ''))]);
    let ticks = 0;
    let isDone = false;
    const count = () => {
      ticks += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await engine.store.archives.importCampaign(long, { ...HERE, isCopy: true });
    isDone = true;
    expect(ticks).toBeGreaterThan(60);
  });

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
  const carried = new Set(Object.values(ARCHIVED_TABLES).map(({ entity }) => entity.name));
  const left = ENTITIES.map(({ name }) => name).filter((name) => !carried.has(name));

  // Credentials, what counts for a whole server or is made anew by it, and packs under work, whose played versions are kept.
  expect(left.sort()).toEqual([
    'ApiToken',
    'CallReservation',
    'CampaignInvitation',
    'ChatAnswer',
    'HomebrewVersion',
    'KeptReply',
    'LoggedHistory',
    'PackImage',
    'SegmentSwitch',
    'ServerNode',
    'SideCall',
    'StreamTicket',
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
