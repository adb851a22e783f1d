import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { MemoryRecord } from '#engine/store/memories.ts';
import { commitOf, NO_SCENE_ROWS, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { fork, observation, reinforcement, VIKTOR } from '../../support/turn-rows.ts';

describeOnBothStores('what comes to mind', (store) => {
  /** Plays a turn that leaves these memories; gives its scene. */
  const live = async (sessionId: string, memories: (scene: ScenePosition) => readonly MemoryRecord[]) => {
    const lease = await win(store(), sessionId);
    const commit = commitOf(lease);
    const scene = { sessionId, index: lease.session.sceneIndex + 1 };
    await store().endings.commit(lease, { ...commit, rows: { ...NO_SCENE_ROWS, memories: memories(scene) } });
    return commit.scene.id;
  };
  const recalled = async (
    sessionId: string,
    newest: number,
    heaviest: number,
    characterIds = [VIKTOR as string],
  ) => {
    const lineage = await store().sessions.lineageOf(sessionId);
    const rows = await store().memories.recallable(lineage, characterIds, { newest, heaviest });
    const scenes = (kind: string) => rows.flatMap(({ row, scene }) => (row === kind ? scene.index : []));
    return { observed: scenes('observation'), again: scenes('reinforcement') };
  };

  it('is the newest and the heaviest, whatever lies between', async () => {
    const { sessionId } = await someCampaign(store());
    for (let index = 1; index <= 12; index += 1)
      await live(sessionId, (scene) => [observation(scene, { importance: index === 2 ? 5 : 1 })]);

    expect((await recalled(sessionId, 2, 1)).observed).toEqual([2, 11, 12]);
    expect((await recalled(sessionId, 100, 100)).observed).toHaveLength(12);
    expect((await recalled(sessionId, 2, 1, ['npc_nobody_001'])).observed).toEqual([]);
    expect((await recalled(sessionId, 2, 1, [])).observed).toEqual([]);
  });

  it('is each character’s own share, however much another remembers', async () => {
    const { sessionId } = await someCampaign(store());
    await live(sessionId, (scene) => [observation(scene, { characterId: 'npc_quiet_001' })]);
    for (let index = 2; index <= 8; index += 1) await live(sessionId, (scene) => [observation(scene)]);

    expect((await recalled(sessionId, 2, 0, [VIKTOR, 'npc_quiet_001'])).observed).toEqual([1, 7, 8]);
  });

  it('counts a thing that came up again as much as it did then', async () => {
    const { sessionId } = await someCampaign(store());
    const id = randomUUID();
    await live(sessionId, (scene) => [observation(scene, { id, importance: 1 })]);
    for (let index = 2; index <= 5; index += 1)
      await live(sessionId, (scene) => [observation(scene, { importance: 2 })]);
    expect((await recalled(sessionId, 0, 1)).observed).toEqual([5]);
    await live(sessionId, (scene) => [reinforcement(scene, id, 0, 4)]);

    expect(await recalled(sessionId, 0, 1)).toEqual({ observed: [1], again: [6] });
  });

  it('reads the repetitions that make a difference and keeps all of them', async () => {
    const { sessionId } = await someCampaign(store());
    const id = randomUUID();
    await live(sessionId, (scene) => [observation(scene, { id, importance: 1 })]);
    for (let index = 2; index <= 12; index += 1)
      await live(sessionId, (scene) => [reinforcement(scene, id, 0, index === 9 ? 4 : 1)]);

    expect(await recalled(sessionId, 1, 1)).toEqual({ observed: [1], again: [2, 3, 4, 9] });
    expect(await store().memories.along(await store().sessions.lineageOf(sessionId))).toHaveLength(12);
  });

  it('counts repetitions in each branch by itself', async () => {
    const { sessionId } = await someCampaign(store());
    const id = randomUUID();
    const first = await live(sessionId, (scene) => [observation(scene, { id })]);
    const repeat = (session: string) => live(session, (scene) => [reinforcement(scene, id, 0)]);
    for (let index = 2; index <= 6; index += 1) await repeat(sessionId);
    const branch = await fork(store(), first);
    for (let index = 2; index <= 6; index += 1) await repeat(branch);

    expect((await recalled(branch, 1, 1)).again).toEqual([2, 3, 4]);
    const sessions = (await store().memories.along(await store().sessions.lineageOf(branch))).map(
      ({ scene }) => scene.sessionId,
    );
    expect(new Set(sessions)).toEqual(new Set([sessionId, branch]));
  });
});
