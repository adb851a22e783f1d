import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { createSnapshotCache } from '#engine/turn/snapshot-cache.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;

beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
});
afterAll(() => engine.close());

const WORDS = ['I look around.', 'I ask the nearest person what happened here.', 'I try the door.'];

const ENTRY_POINTS = [
  'castile_1430:fifty_days_of_may',
  'motel_verse:night_shift',
  'mystika:the_quiet_road',
  'neo_seattle:dead_drop',
];

it.each(ENTRY_POINTS)(
  'gives of %s, played just now, what the store would give, to the order of every key',
  async (entryPointId) => {
    const { sessionId, openingTurn } = await begun(entryPointId);
    const turnIds = [openingTurn.id];
    for (const [at, words] of WORDS.entries()) {
      const input = createStoryInput(words);
      const submitted = await engine.turns.submit({ sessionId, actionId: `turn-${at}`, input });
      if (!('submission' in submitted)) throw new Error(submitted.claim);
      turnIds.push(submitted.turn.id);
      await engine.turns.finished(submitted.turn.id);
    }
    for (const turnId of turnIds) {
      const { sceneId } = await engine.turns.finished(turnId);
      if (sceneId === null) continue;
      const fresh = createSnapshotCache(engine.store.scenes);
      const [remembered, stored] = await Promise.all([engine.snapshots.of(sceneId), fresh.of(sceneId)]);
      expect(remembered).not.toBe(stored);
      expect(JSON.stringify(remembered)).toBe(JSON.stringify(stored));
      expect(await engine.snapshots.loreOf(sceneId)).toStrictEqual(await fresh.loreOf(sceneId));
    }
  },
);

async function begun(entryPointId: string) {
  const started = await engine.campaigns.start({ entryPointId, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  return started;
}

const none = async () => new Map<string, unknown>();
const nothing = { snapshots: none, sceneLore: none };

it('forgets what was not used for longest', async () => {
  const [world] = await engine.snapshots.ofMany([(await firstScene()).id]);
  if (world === undefined) throw new Error('no scene');
  const memory = createSnapshotCache(nothing, 2);
  memory.keep('one', world, null);
  memory.keep('two', world, null);
  await memory.of('one');
  memory.keep('three', world, null);
  await expect(memory.of('one')).resolves.toEqual(world);
  await expect(memory.of('two')).rejects.toThrow('the snapshot of scene two cannot be read');
});

it('gives what it knew when it was asked, also when that is pushed out while the rest is read', async () => {
  const { id } = await firstScene();
  const stored = await engine.store.scenes.snapshots([id]);
  const world = await engine.snapshots.of(id);
  const reading = Promise.withResolvers<void>();
  const slow = { ...nothing, snapshots: () => reading.promise.then(() => stored) };
  const memory = createSnapshotCache(slow, 1);
  memory.keep('known', world, null);
  const both = memory.ofMany(['known', id]);
  memory.keep('another', world, null);
  reading.resolve();

  await expect(both).resolves.toEqual([world, world]);
});

async function firstScene(): Promise<{ readonly id: string }> {
  const { sessionId } = await begun('motel_verse:night_shift');
  const page = { limit: 1, from: 'start', after: null, before: null } as const;
  const [scene] = (await engine.store.scenes.ofSession(sessionId, page)).items;
  if (scene === undefined) throw new Error('a session without a scene');
  return scene;
}
