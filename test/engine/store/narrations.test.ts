import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import type { NarrationEventFactory, NewNarration } from '#engine/store/narrations.ts';
import { commitOf, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { play, WHOLE } from '../../support/turn-rows.ts';

describeOnBothStores('tellings of a scene', (store) => {
  const begin = async () => {
    const { sessionId } = await someCampaign(store());
    return { sessionId, sceneId: await play(store(), sessionId, 'one') };
  };
  const add = (sceneId: string, narration: string, more: Partial<NewNarration> = {}) =>
    store().narrations.addNarration({
      sceneId,
      narration,
      recording: { narration },
      choose: false,
      at: NOON,
      ...more,
    });
  const retell = async (sceneId: string, narration: string, choose = false) =>
    (await add(sceneId, narration, { choose }))?.version ?? null;
  const told = async (sceneId: string) => {
    const scene = await store().scenes.find(sceneId);
    return [scene?.narration, scene?.narrationVersion];
  };

  it('begin with the one its turn committed', async () => {
    const { sceneId } = await begin();
    expect(await store().narrations.narrationsOf(sceneId)).toEqual([
      { version: 1, narration: 'The fog answers.', flags: [], isChosen: true, createdAt: NOON },
    ]);
    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
  });

  it('are kept, all of them, and the scene is told by the one last chosen', async () => {
    const { sceneId, sessionId } = await begin();
    expect(await retell(sceneId, 'The fog is silent.')).toBe(2);
    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
    expect(await retell(sceneId, 'The fog laughs.', true)).toBe(3);
    expect(await told(sceneId)).toEqual(['The fog laughs.', 3]);
    expect(await store().narrations.chooseNarration(sceneId, 2, NOON)).toEqual([]);

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

  it('carry the checks they did not pass, and the scene those of the one it is told by', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const commit = commitOf(lease);
    await store().endings.commit(lease, { ...commit, scene: { ...commit.scene, flags: ['length'] } });
    const { id } = commit.scene;
    const flags = async () => (await store().scenes.find(id))?.flags;

    expect(await flags()).toEqual(['length']);
    await add(id, 'You laugh at the fog.', { choose: true, flags: ['agency', 'dice'] });
    await add(id, 'The fog is silent.');
    const told = await store().narrations.narrationsOf(id);
    expect(told.map((one) => one.flags)).toEqual([['length'], ['agency', 'dice'], []]);
    expect(await flags()).toEqual(['agency', 'dice']);
    await store().narrations.chooseNarration(id, 3, NOON);
    expect(await flags()).toEqual([]);
  });

  it('get a number each, however many are added at once', async () => {
    const { sceneId } = await begin();
    const versions = await Promise.all(Array.from({ length: 6 }, (_, i) => retell(sceneId, `${i}`, true)));

    expect(versions.toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
    const chosen = (await store().narrations.narrationsOf(sceneId)).filter(({ isChosen }) => isChosen);
    expect(chosen).toHaveLength(1);
  });

  const chosen: NarrationEventFactory = (version) =>
    toSessionEventRow({ type: 'narration-chosen', sceneId: 's', version }, NOON);
  const opened = async (sessionId: string, sceneId: string) => {
    const retelling = { id: randomUUID(), sessionId, sceneId, startedAt: NOON };
    const begun = toSessionEventRow({ type: 'retelling-started', sceneId, tellingId: retelling.id }, NOON);
    await store().retellings.open(retelling, begun);
    return retelling;
  };
  const heard = async (sessionId: string) =>
    (await store().events.after(sessionId, 0, 100)).map(({ type, sequence }) => `${sequence} ${type}`);

  it('stand, are told of and are over in one', async () => {
    const { sceneId, sessionId } = await begin();
    const before = await heard(sessionId);
    const retelling = await opened(sessionId, sceneId);
    const added = await add(sceneId, 'The fog laughs.', {
      choose: true,
      tell: chosen,
      retellingId: retelling.id,
    });

    expect(added).toMatchObject({
      version: 2,
      events: [{ type: 'narration-chosen', payload: { version: 2 } }],
    });
    const from = before.length + 1;
    expect((await heard(sessionId)).slice(before.length)).toEqual([
      `${from} retelling-started`,
      `${from + 1} narration-chosen`,
    ]);
    expect(await store().retellings.close(retelling, [])).toBeNull();
  });

  it('do not stand when they cannot be told of', async () => {
    const { sceneId, sessionId } = await begin();
    const retelling = await opened(sessionId, sceneId);
    const before = await heard(sessionId);
    const tell = (): never => {
      throw new Error('the server is gone');
    };
    const lost = add(sceneId, 'The fog laughs.', { choose: true, tell, retellingId: retelling.id });
    await expect(lost).rejects.toThrow('the server is gone');
    await expect(store().narrations.chooseNarration(sceneId, 1, NOON, tell)).rejects.toThrow();

    expect(await told(sceneId)).toEqual(['The fog answers.', 1]);
    expect(await store().narrations.narrationsOf(sceneId)).toHaveLength(1);
    expect(await heard(sessionId)).toEqual(before);
    // It is still open, and is withdrawn by whoever comes next.
    expect(await store().retellings.close(retelling, [])).toEqual([]);
  });

  it('that were withdrawn are not added', async () => {
    const { sceneId, sessionId } = await begin();
    const retelling = await opened(sessionId, sceneId);
    await store().retellings.close(retelling, []);
    expect(await add(sceneId, 'Too late.', { tell: chosen, retellingId: retelling.id })).toBeNull();
    expect(await store().narrations.narrationsOf(sceneId)).toHaveLength(1);
  });

  it('are told of when they are chosen', async () => {
    const { sceneId } = await begin();
    const events = await store().narrations.chooseNarration(sceneId, 1, NOON, chosen);
    expect(events).toMatchObject([{ type: 'narration-chosen', payload: { version: 1 } }]);
  });

  it('of nothing are refused', async () => {
    const { sceneId } = await begin();
    expect(await retell(randomUUID(), 'x')).toBeNull();
    expect(await store().narrations.chooseNarration(randomUUID(), 1, NOON)).toBeNull();
    expect(await store().narrations.chooseNarration(sceneId, 2, NOON)).toBeNull();
    expect(await store().narrations.narrationsOf(randomUUID())).toEqual([]);
  });
});
