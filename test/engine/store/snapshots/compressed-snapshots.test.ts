import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { createSequentialCompressor } from '#engine/store/snapshots/compressed-snapshots.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { commitOf, someCampaign, win } from '../../../support/campaigns.ts';
import { describeOnBothStores } from '../../../support/stores.ts';

const random = createKeyedRandom('worlds', 'words');
const word = () => Array.from({ length: 7 }, () => String.fromCharCode(97 + random.below(26))).join('');
/** Nothing in it can be guessed from the rest, so it takes the room it takes. */
const newParts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, () => [word(), { name: word(), text: word() }]));

const WORLD = newParts(1_500);

describe('snapshots in the order of a story', () => {
  it('take a fraction of the first one’s room as long as little changes', async () => {
    const press = createSequentialCompressor();
    const first = await press('scene-0', { entities: WORLD, turn: 0 });
    const next = await press('scene-1', { entities: { ...WORLD, ...newParts(1) }, turn: 1 });

    expect(first.snapshotBase).toBeNull();
    expect(next.snapshotBase).toBe('scene-0');
    expect(next.snapshot.length).toBeLessThan(first.snapshot.length / 20);
  });

  it('stand for themselves once the world is another', async () => {
    const press = createSequentialCompressor();
    await press('scene-0', { entities: WORLD });
    const other = await press('scene-1', { entities: newParts(1_500) });
    const next = await press('scene-2', { entities: WORLD });

    expect(other.snapshotBase).toBeNull();
    expect(next.snapshotBase).toBeNull();
  });
});

describeOnBothStores('snapshots that are pressed against an earlier one', (store) => {
  it('come back as they were written, near their base and far from it', async () => {
    const { sessionId } = await someCampaign(store());
    const worlds = [
      { entities: WORLD },
      { entities: { ...WORLD, ...newParts(2) } },
      { entities: newParts(1_500) },
      { entities: WORLD, empty: {} },
      {},
    ];
    const ids: string[] = [];
    for (const snapshot of worlds) {
      const lease = await win(store(), sessionId);
      const commit = commitOf(lease);
      await store().endings.commit(lease, { ...commit, scene: { ...commit.scene, snapshot } });
      ids.push(commit.scene.id);
    }
    const read = await store().scenes.snapshots(ids);

    expect(ids.map((id) => read.get(id))).toEqual(worlds);
  });
});

it('snapshots that were pressed against all of their base by an earlier version are still read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-pressed-'));
  const first = { entities: WORLD };
  const second = { entities: { ...WORLD, ...newParts(2) }, turn: 1 };
  const written = await openSqliteStore(folder);
  const { sessionId, sceneId } = await someCampaign(written);
  const lease = await win(written, sessionId);
  const commit = commitOf(lease);
  await written.endings.commit(lease, { ...commit, scene: { ...commit.scene, snapshot: second } });
  await written.close();
  const file = new DatabaseSync(join(folder, 'scenewright.sqlite'));
  const base = Buffer.from(toCanonicalJson(first));
  const params = { [constants.ZSTD_c_windowLog]: 20 };
  const whole = zstdCompressSync(base);
  const against = zstdCompressSync(toCanonicalJson(second), { dictionary: base, params });
  const change = file.prepare('update scene set snapshot = ?, snapshot_base = ? where id = ?');
  change.run(whole, null, sceneId);
  change.run(against, sceneId, commit.scene.id);
  file.close();
  const store = await openSqliteStore(folder);
  const read = await store.scenes.snapshots([sceneId, commit.scene.id]);
  await store.close();
  rmSync(folder, { recursive: true });

  expect([read.get(sceneId), read.get(commit.scene.id)]).toEqual([first, second]);
});
