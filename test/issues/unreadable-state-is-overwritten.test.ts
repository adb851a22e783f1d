import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('plays no turn on a scene it cannot read, writes nothing over it, and goes on once it can be read again', async () => {
  const first = await openEngine({ folder: folder.path });
  const sessionId = await beginAtQuay(first);
  const base = (await first.store.sessions.find(sessionId))?.currentSceneId ?? '';
  const { database } = first;
  await first.close();
  const put = (snapshot: Uint8Array) => {
    const outside = new DatabaseSync(database);
    const held = outside.prepare('select snapshot from scene where id = ?').get(base)?.snapshot;
    outside.prepare('update scene set snapshot = ? where id = ?').run(snapshot, base);
    outside.close();
    return held as Uint8Array; // a blob column gives bytes
  };
  const damaged = new Uint8Array([1, 2, 3]);
  const whole = put(damaged);

  const second = await openEngine({ folder: folder.path });
  expect(await playAtQuay(second, sessionId, 'a', 'I wait.')).toMatchObject({
    status: 'failed',
    sceneId: null,
    failure: { code: 'INTERNAL', retryable: true },
  });
  expect(second.asked).toEqual([]);
  expect(await second.store.sessions.find(sessionId)).toMatchObject({ currentSceneId: base, sceneIndex: 1 });
  await second.close();
  expect(put(whole)).toEqual(damaged);

  const third = await openEngine({ folder: folder.path });
  expect(await playAtQuay(third, sessionId, 'a', 'I wait.')).toMatchObject({
    status: 'committed',
    attempt: 2,
  });
  await third.close();
});
