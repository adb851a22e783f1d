import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { play, WHOLE } from '../../support/turn-rows.ts';

describeOnBothStores('tellings of a scene', (store) => {
  const begin = async () => {
    const { sessionId } = await someCampaign(store());
    return { sessionId, sceneId: await play(store(), sessionId, 'one') };
  };
  const retell = (sceneId: string, narration: string, choose = false) =>
    store().narrations.addNarration({ sceneId, narration, recording: { narration }, choose, at: NOON });
  const told = async (sceneId: string) => {
    const scene = await store().scenes.find(sceneId);
    return [scene?.narration, scene?.narrationVersion];
  };

  it('begin with the one its turn committed', async () => {
    const { sceneId } = await begin();
    expect(await store().narrations.narrationsOf(sceneId)).toEqual([
      { version: 1, narration: 'The fog answers.', isChosen: true, createdAt: NOON },
    ]);
    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
  });

  it('are kept, all of them, and the scene is told by the one last chosen', async () => {
    const { sceneId, sessionId } = await begin();
    expect(await retell(sceneId, 'The fog is silent.')).toBe(2);
    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
    expect(await retell(sceneId, 'The fog laughs.', true)).toBe(3);
    expect(await told(sceneId)).toEqual(['The fog laughs.', 3]);
    expect(await store().narrations.chooseNarration(sceneId, 2, NOON)).toBe(true);

    const lineage = await store().sessions.lineageOf(sessionId);
    const { items } = await store().scenes.along(lineage, WHOLE);
    expect(items.map(({ narration }) => narration)).toEqual(['', 'The fog is silent.']);
    const chosen = (await store().narrations.narrationsOf(sceneId)).map(({ isChosen }) => isChosen);
    expect(chosen).toEqual([false, true, false]);
    await store().narrations.chooseNarration(sceneId, 1, NOON);
    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
    expect(await store().narrations.recordingOf(sceneId, 3)).toEqual({ narration: 'The fog laughs.' });
    expect(await store().narrations.recordingOf(sceneId, 1)).toBeNull();
  });

  it('get a number each, however many are added at once', async () => {
    const { sceneId } = await begin();
    const versions = await Promise.all(Array.from({ length: 6 }, (_, i) => retell(sceneId, `${i}`, true)));

    expect(versions.toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
    const chosen = (await store().narrations.narrationsOf(sceneId)).filter(({ isChosen }) => isChosen);
    expect(chosen).toHaveLength(1);
  });

  it('of nothing are refused', async () => {
    const { sceneId } = await begin();
    expect(await retell(randomUUID(), 'x')).toBeNull();
    expect(await store().narrations.chooseNarration(randomUUID(), 1, NOON)).toBe(false);
    expect(await store().narrations.chooseNarration(sceneId, 2, NOON)).toBe(false);
    expect(await store().narrations.narrationsOf(randomUUID())).toEqual([]);
  });
});
